import AccountRules
import CommandLineInterface
import Domain
import Foundation
import HTTP
import LogEngine
import LogStoreTools
import Logging
import OperatingSystem
import NoteRules
import NoteletService
import Serving
import StorageEngine
import TTRPC

/// What a server is told to do, checked as a whole.
struct Configuration {
    /// The apps, the default one first.
    let apps: [AppConfiguration]
    /// The stores that are to be removed.
    let dropped: [DroppedApp]
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
        drainTime = invocation[options.drainTime]
        busyWaitPercent = invocation[options.busyWait]
        socketMode = invocation[options.socketMode]
        metricsAddress = invocation[options.metricsListen]
        let standard = try AppConfiguration(standard: invocation)
        let sections = invocation.sections.filter { $0.kind == AppOptions.section.kind }
        let further = try sections.map { section in
            try AppConfiguration(section)
        }
        let leaving = invocation.sections.filter { $0.kind == AppOptions.dropped.kind }
        apps = AppConfiguration.beside(
            [standard] + further,
            dropped: leaving.map { $0.values[ServerCommand.Options.store] }
        )
        try AppConfiguration.check(apps)
        dropped = try Self.dropped(invocation, beside: apps)
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

    /// The stores that are to be removed.
    ///
    /// - Throws: `CommandFailure` where one of them is that of an app, or has something of one.
    private static func dropped(
        _ invocation: Invocation,
        beside apps: [AppConfiguration]
    ) throws(CommandFailure) -> [DroppedApp] {
        var dropped: [DroppedApp] = []
        for section in invocation.sections where section.kind == AppOptions.dropped.kind {
            guard let name = AppName(section.name) else { continue }
            let path = section.values[ServerCommand.Options.store]
            let life = section.values[AppOptions.life]
            let store = life.map { DroppedStore(path, of: $0) }
            // What lies there by now may be another store, which stays.
            let isThere = store?.isYetToBeRemoved ?? true
            let lost = [isThere ? path : nil, store?.grave].compactMap { $0 }.map { RealPath($0) }
            for app in apps {
                let own = RealPath(app.store.path)
                if lost.contains(where: { own.isWithin($0) || $0.isWithin(own) }) {
                    throw CommandFailure(
                        .configuration,
                        "\(section.place): the app \(app.name) has its store in \(app.store.path), "
                            + "which is to be removed here."
                    )
                }
                let kept = [app.store.keyPath, app.logArchivePath].compactMap { $0 }
                if let path = kept.first(where: { path in
                    lost.contains { RealPath(path).isWithin($0) }
                }) {
                    throw CommandFailure(
                        .configuration,
                        "\(section.place): the app \(app.name) has \(path), which would be removed "
                            + "with the folder here. Move it elsewhere first."
                    )
                }
            }
            dropped.append(DroppedApp(name: name, store: path, life: life))
        }
        return dropped
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

    /// Reads the settings again, as the file has them now.
    ///
    /// - Throws: `UsageError` or `CommandFailure` when they are wrong.
    func reread() throws -> Configuration {
        try Configuration(try invocation.reread())
    }

    /// The names of the settings that differ, and that a running server cannot take over, but for
    /// those of apps.
    func fixedSettings(thatDifferFrom other: Configuration) -> [String] {
        let live = ServerCommand.Options.live.map(\.parameter.name)
        let ofApps = AppOptions.section.options.map(\.name)
        let names = Set(live + ofApps)
        return ServerCommand.root.settings.filter { setting in
            !names.contains(setting.name)
                && invocation.texts(of: setting) != other.invocation.texts(of: setting)
        }.map(\.name)
    }

    /// The default app.
    var standard: AppConfiguration { apps[0] }

    /// The apps beside the default one.
    var further: ArraySlice<AppConfiguration> { apps.dropFirst() }

    /// The app of a name; nil where there is none.
    func app(named name: AppName) -> AppConfiguration? { apps.first { $0.name == name } }

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

/// An app that was dropped.
struct DroppedApp: Sendable {
    let name: AppName
    /// Where its store is.
    let store: String
    /// The life of that store; nil where nothing tells it from others.
    let life: StoreLife?
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
