import AccountRules
import CommandLineInterface
import Domain
import Foundation
import HTTP
import LogEngine
import Logging
import NoteRules
import NoteletService
import Serving
import StorageEngine
import TTRPC

/// What a server is told to do, checked as a whole.
struct Configuration {
    /// Where the store is.
    let store: StoreLocation
    let linkBaseURL: String
    let mapByteCount: Int64
    let reserveByteCount: Int64
    let writeBufferByteCount: Int64
    let logArchivePath: String?
    let erasureTime: Duration
    /// What is offered.
    let features: OfferedFeatures
    /// How many days notes are kept; nil for as long as people keep them.
    let retentionDays: Int?
    /// How many days a stranger can read the answer to a note.
    let ticketDays: Int
    /// How often anonymous notes are delivered; nil where they are at once.
    let deliveryTick: Duration?
    /// Bytes of the database a second that are looked at for damage; 0 for none.
    let scrubByteRate: Int64
    let drainTime: Duration
    /// Hundredths of one core that may be spent on looking for the next call instead of sleeping.
    let busyWaitPercent: Int
    /// Who may connect to public Unix sockets.
    let socketMode: UInt32
    /// Where measurements are served; nil where they are not.
    let metricsAddress: HTTPAddress?
    let logFormat: LogFormat
    /// What the server proves itself with at `tls://` addresses; nil where there are none.
    let credentials: ServerCredentials?
    /// Where operators reach it.
    let administration: AdminConfiguration
    /// Where browsers and phones reach it.
    let web: WebSettings
    /// What can change while the server runs.
    let live: LiveSettings

    private let invocation: Invocation

    /// Reads the options of a command line.
    ///
    /// - Throws: `CommandFailure` when options do not go together.
    init(_ invocation: Invocation) throws {
        let options = ServerCommand.Options.self
        self.invocation = invocation
        live = try LiveSettings(invocation)
        logFormat = invocation[options.logFormat]
        let storePath = invocation[options.store]
        store = StoreLocation(
            path: storePath,
            keyPath: invocation[options.keyFile] ?? Configuration.defaultKeyPath(for: storePath),
            creation: invocation[options.create],
            overridden: invocation.passedOver(options.store)
        )
        linkBaseURL = invocation[options.linkBase]
        mapByteCount = invocation[options.mapSize]
        reserveByteCount = invocation[options.reserve]
        erasureTime = invocation[options.erasureTime]
        features = try Configuration.features(invocation[options.features])
        retentionDays = invocation[options.retentionDays]
        ticketDays = invocation[options.ticketDays]
        deliveryTick = invocation[options.deliveryTick]
        scrubByteRate = invocation[options.scrubRate]
        drainTime = invocation[options.drainTime]
        busyWaitPercent = invocation[options.busyWait]
        socketMode = invocation[options.socketMode]
        metricsAddress = invocation[options.metricsListen]
        writeBufferByteCount = invocation[options.writeBuffer]
        logArchivePath = invocation[options.logArchive]
        try Configuration.checkReserve(reserveByteCount, ofMap: mapByteCount)
        let range = EngineOptions.writeBufferByteCounts
        guard range.contains(Int(clamping: writeBufferByteCount)) else {
            throw CommandFailure(
                .configuration,
                "--write-buffer must be from \(range.lowerBound >> 20)MiB to "
                    + "\(range.upperBound >> 30)GiB."
            )
        }
        guard linkBaseURL.hasSuffix("/") else {
            throw CommandFailure(
                .configuration,
                "--link-base \(linkBaseURL) does not end with '/', so that tokens could not be "
                    + "put after it."
            )
        }
        credentials = try invocation[options.listen].first(where: \.isSecure).map {
            place throws(CommandFailure) in
            try ServerCredentials(
                CertificateFiles(
                    invocation,
                    for: "\(place)",
                    clientAuthorities: invocation[options.clientAuthorities]
                )
            )
        }
        administration = try AdminConfiguration(invocation)
        web = try WebSettings(invocation)
        for case .address(let address) in invocation[options.listen] { try checkReach(of: address) }
        if let metricsAddress {
            try checkReach(of: metricsAddress, "an address of this machine with --metrics-listen")
        }
        for address in web.addresses {
            try checkReach(of: address, "https:// with a certificate at --web-listen")
        }
        Configuration.checkLimits()
    }

    /// Where to listen: the places that were named and the sockets that were passed, or the default
    /// where there is neither.
    ///
    /// - Throws: `CommandFailure` when a socket that was passed is none, or reaches too far.
    func places(inherited descriptors: [Int32]) throws(CommandFailure) -> [ListeningPlace] {
        let option = ServerCommand.Options.listen
        let isDefault = invocation.origin(of: option) == .declaredDefault
        var places = isDefault && !descriptors.isEmpty ? [] : invocation[option]
        places += descriptors.map { .descriptor($0) }.filter { !places.contains($0) }
        var taken: Set<Int32> = []
        for case .descriptor(let descriptor) in places {
            guard taken.insert(descriptor).inserted else {
                throw CommandFailure(.configuration, "--listen fd://\(descriptor) is given twice.")
            }
            let address: Address
            do throws(RuntimeError) {
                address = try Address(ofSocket: descriptor)
            } catch {
                throw CommandFailure(.configuration, "The server cannot listen: \(error.message).")
            }
            try checkReach(of: address)
        }
        return places
    }

    /// Reads the names of features.
    private static func features(_ text: String) throws(CommandFailure) -> OfferedFeatures {
        let names = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        do throws(OfferedFeatures.Problem) {
            return try OfferedFeatures(names, among: .all)
        } catch {
            let known = [Feature].all.map(\.name).joined(separator: ", ")
            let problem =
                switch error {
                case .unknown(let name): "names '\(name)', and there is no such feature"
                case .withoutBase: "lacks \(OfferedFeatures.base), which the others need"
                }
            throw CommandFailure(
                .configuration,
                "--features \(problem): give some of \(known), separated by commas."
            )
        }
    }

    /// Refuses a reserve that would be none, and a map that has no room for it.
    private static func checkReserve(
        _ byteCount: Int64,
        ofMap mapByteCount: Int64
    ) throws(CommandFailure) {
        let least = Int64(EngineLimits.reserveByteCountMin)
        guard byteCount >= least else {
            throw CommandFailure(
                .configuration,
                "--reserve must be \(least >> 20)MiB at least: with less, signing in and deleting "
                    + "may fail when the disk or the map is full."
            )
        }
        guard mapByteCount / Int64(EngineLimits.mapByteCountPerReserve) >= byteCount else {
            let (needed, overflow) = byteCount.multipliedReportingOverflow(
                by: Int64(EngineLimits.mapByteCountPerReserve)
            )
            throw CommandFailure(
                .configuration,
                "--map-size is \(mapByteCount) bytes, and must be \(overflow ? .max : needed) at "
                    + "least, \(EngineLimits.mapByteCountPerReserve) times --reserve: give more to "
                    + "the map, or less to the reserve."
            )
        }
    }

    /// Reads the settings again, as the file has them now.
    ///
    /// - Throws: `UsageError` or `CommandFailure` when they are wrong.
    func reread() throws -> Configuration {
        try Configuration(try invocation.reread())
    }

    /// The names of the settings that differ and that a running server cannot take over.
    func fixedSettings(thatDifferFrom other: Configuration) -> [String] {
        let live = Set(ServerCommand.Options.live.map(\.parameter.name))
        return ServerCommand.root.settings.filter { setting in
            !live.contains(setting.name)
                && invocation.texts(of: setting) != other.invocation.texts(of: setting)
        }.map(\.name)
    }

    private func checkReach(of address: Address) throws(CommandFailure) {
        let isSafe = address.isLocal || address.isSecure
        guard !isSafe, !invocation[ServerCommand.Options.insecure] else { return }
        throw CommandFailure(
            .configuration,
            "\(address) can be reached from other machines and nothing is encrypted: listen on "
                + "tls:// with a certificate, or give --insecure."
        )
    }

    /// Refuses an address that strangers reach unencrypted, and names a better one.
    private func checkReach(
        of address: HTTPAddress,
        _ remedy: String
    ) throws(CommandFailure) {
        let isSafe = address.isLocal || address.isSecure
        guard !isSafe, !invocation[ServerCommand.Options.insecure] else { return }
        throw CommandFailure(
            .configuration,
            "\(address) can be reached from other machines and nothing is encrypted: name "
                + "\(remedy), or give --insecure."
        )
    }

    private static func defaultKeyPath(for storePath: String) -> String {
        var path = storePath
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path + ".key"
    }

    /// Holds the limits of different layers together: what one lets in, the next can carry.
    private static func checkLimits() {
        let frame = WireLimits.protocolMessageByteCountMax
        let envelope = 64 << 10
        let largestNote = 3 * DomainLimits.contentByteCountMax
        precondition(
            DomainLimits.pageByteCountMax + largestNote + envelope <= frame,
            "A page with one more note fits a frame."
        )
        let names = 1_024
        precondition(
            DomainLimits.contentByteCountMax + DomainLimits.linkByteCountMax
                + WireLimits().metadataByteCountMax + names
                <= ServiceLimits.strangerRequestByteCountMax,
            "The longest note can be the first thing on a connection."
        )
        let texts = 8 << 10
        precondition(
            DomainLimits.valueByteCountMax + WireLimits().metadataByteCountMax + texts
                <= ServiceLimits.requestByteCountMax,
            "A frame holds the largest value."
        )
        precondition(
            ServerLimits().outboundByteCountMax >= DomainLimits.pageByteCountMax,
            "A connection can hold a page."
        )
    }
}

extension Address {
    /// Whether only this machine can reach it.
    fileprivate var isLocal: Bool {
        switch self {
        case .unix: true
        case .tcp(let host, _), .tls(let host, _):
            host.hasPrefix("127.") || host == "::1" || host == "localhost"
        }
    }
}
