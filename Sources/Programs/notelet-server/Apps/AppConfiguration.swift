import AccountRules
import CommandLineInterface
import Domain
import Foundation
import LogEngine
import NoteletService
import NoteletWeb
import OperatingSystem
import RewardRules
import Serving
import StorageEngine
import WebServing

/// What an app of a server is, checked as a whole.
struct AppConfiguration: Sendable {
    let name: AppName
    /// Where the store is.
    private(set) var store: StoreLocation
    let linkBaseURL: String
    /// The origins whose pages may call over HTTP.
    let webOrigins: Set<String>
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
    /// How many days telemetry is kept.
    let telemetryDays: Int
    /// When points lapse.
    let pointsExpire: PointExpiry
    /// How long after taking an order an agent may give it back; nil for never.
    let releaseTime: Duration?
    /// How many days cash is held that is to be paid out.
    let withdrawalDays: Int
    /// How many days positions are kept.
    let positionDays: Int
    /// How many days it is kept what is said about orders.
    let chatDays: Int
    /// How many days it is kept where orders went that are over.
    let orderDays: Int
    /// How often anonymous notes are delivered; nil where they are at once.
    let deliveryTick: Duration?
    /// Bytes of the database a second that are looked at for damage; 0 for none.
    let scrubByteRate: Int64
    /// What can change while the server runs.
    let limits: ServiceLimits

    private let invocation: Invocation

    /// Reads the settings of the default app, which stand outside of all sections.
    ///
    /// - Throws: `CommandFailure` when they do not go together.
    init(standard invocation: Invocation) throws {
        try self.init(.standard, invocation)
    }

    /// Reads a section.
    ///
    /// - Throws: `CommandFailure` when settings do not go together.
    init(_ section: InvocationSection) throws {
        guard let name = AppName(section.name) else {
            preconditionFailure("The section lets no other names through.")
        }
        do throws(CommandFailure) {
            try self.init(name, section.values)
        } catch {
            throw CommandFailure(error.exitCode, "\(section.place), app \(name): \(error.message)")
        }
    }

    private init(_ name: AppName, _ invocation: Invocation) throws(CommandFailure) {
        let options = ServerCommand.Options.self
        self.name = name
        self.invocation = invocation
        linkBaseURL = invocation[options.linkBase]
        webOrigins = Set(invocation[WebOptions.origins])
        let storePath = invocation[options.store]
        store = StoreLocation(
            path: storePath,
            keyPath: invocation[options.keyFile] ?? Self.defaultKeyPath(for: storePath),
            creation: invocation[options.create],
            overridden: invocation.passedOver(options.store)
        )
        mapByteCount = invocation[options.mapSize]
        reserveByteCount = invocation[options.reserve]
        writeBufferByteCount = invocation[options.writeBuffer]
        logArchivePath = invocation[options.logArchive]
        erasureTime = invocation[options.erasureTime]
        features = try Self.features(invocation[options.features])
        retentionDays = invocation[options.retentionDays]
        ticketDays = invocation[options.ticketDays]
        telemetryDays = invocation[options.telemetryDays]
        pointsExpire = invocation[options.pointsExpire]
        releaseTime = invocation[options.releaseTime]
        withdrawalDays = invocation[options.withdrawalDays]
        positionDays = invocation[options.positionDays]
        chatDays = invocation[options.chatDays]
        orderDays = invocation[options.orderDays]
        deliveryTick = invocation[options.deliveryTick]
        scrubByteRate = invocation[options.scrubRate]
        limits = try ServiceLimits(invocation)
        try Self.checkReserve(reserveByteCount, ofMap: mapByteCount)
        try checkWriteBuffer()
        try checkLinkBase()
    }

    /// Where it is over HTTP: the default app is wherever no other one is.
    ///
    /// - Throws: `CommandFailure` where the base of its links is no address.
    func place() throws(CommandFailure) -> WebPlace {
        if name == .standard { return WebPlace() }
        guard let place = WebPlace(ofLinks: linkBaseURL, named: name.text) else {
            throw CommandFailure(
                .configuration,
                "--link-base \(linkBaseURL) of the app \(name) is no address like "
                    + "https://example.com/\(name)/receive/, by whose host and path requests find "
                    + "the app."
            )
        }
        return place
    }

    /// The names of its settings that differ and that it cannot take over while it is open, behind
    /// its own unless it is the default app.
    func fixedSettings(thatDifferFrom other: AppConfiguration) -> [String] {
        let live = Set(AppOptions.live.map(\.parameter.name))
        return AppOptions.section.options.filter { setting in
            !live.contains(setting.name)
                && invocation.texts(of: setting) != other.invocation.texts(of: setting)
        }.map { name == .standard ? $0.name : "app \(name): \($0.name)" }
    }

    private static func defaultKeyPath(for storePath: String) -> String {
        storePath.withoutFinalSlashes + ".key"
    }
}

// What settings have to be for each other.
extension AppConfiguration {
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
                case .lacking(let need, let name): "lacks \(need), which \(name) needs"
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

    private func checkWriteBuffer() throws(CommandFailure) {
        let range = EngineOptions.writeBufferByteCounts
        guard range.contains(Int(clamping: writeBufferByteCount)) else {
            throw CommandFailure(
                .configuration,
                "--write-buffer must be from \(range.lowerBound >> 20)MiB to "
                    + "\(range.upperBound >> 30)GiB."
            )
        }
    }

    private func checkLinkBase() throws(CommandFailure) {
        guard linkBaseURL.hasSuffix("/") else {
            throw CommandFailure(
                .configuration,
                "--link-base \(linkBaseURL) does not end with '/', so that tokens could not be "
                    + "put after it."
            )
        }
    }
}

// What apps have to be for each other.
extension AppConfiguration {
    /// The same apps, whose stores may lie beside each other, and beside those that are to be
    /// removed.
    static func beside(
        _ apps: [AppConfiguration],
        dropped: [String]
    ) -> [AppConfiguration] {
        apps.map { app in
            var app = app
            app.store.neighbours = apps.map(\.store.path) + dropped
            app.store.isMadeBesideOthers = app.name != .standard
            return app
        }
    }

    /// Refuses more apps than there is room for, and those that nothing would tell apart.
    ///
    /// - Throws: `CommandFailure` that names them.
    static func check(_ apps: [AppConfiguration]) throws(CommandFailure) {
        guard apps.count <= ServedApps.countMax else {
            throw CommandFailure(
                .configuration,
                "There are \(apps.count) apps, and a server has room for \(ServedApps.countMax)."
            )
        }
        try checkPlaces(apps)
        var keys: [String: AppName] = [:]
        for app in apps {
            let key = RealPath(app.store.keyPath).text
            if let other = keys.updateValue(app.name, forKey: key) {
                throw CommandFailure(
                    .configuration,
                    "The apps \(other) and \(app.name) have the same --key-file, \(key): give each "
                        + "one of its own."
                )
            }
        }
    }

    /// Refuses places over HTTP that nothing would tell apart, and those where an app would take
    /// what another one answers.
    private static func checkPlaces(_ apps: [AppConfiguration]) throws(CommandFailure) {
        let places = try apps.map { app throws(CommandFailure) in (app, try app.place()) }
        for (index, (app, place)) in places.enumerated() where app.name != .standard {
            for (other, otherPlace) in places[..<index] {
                let isTaken =
                    other.name == .standard
                    ? place.takesLinks(of: other.linkBaseURL)
                    : place.address == otherPlace.address
                if isTaken { throw sameLinkBase(other, app, place) }
            }
            for (other, otherPlace) in places where other.name != app.name {
                let part = place.firstPart(
                    below: otherPlace.basePath,
                    atHostOf: other.linkBaseURL
                )
                if let part, isAnswered(part) { throw sameLinkBase(other, app, place) }
            }
        }
    }

    /// Whether paths that begin with a part are those of pages or calls.
    private static func isAnswered(_ part: String) -> Bool {
        NoteletPages.firstParts.contains(part) || part.hasPrefix("notelet.")
    }

    private static func sameLinkBase(
        _ other: AppConfiguration,
        _ app: AppConfiguration,
        _ place: WebPlace
    ) -> CommandFailure {
        CommandFailure(
            .configuration,
            "--link-base \(app.linkBaseURL) of the app \(app.name) has it at \(place.address)/, "
                + "where requests for the app \(other.name) come to, whose --link-base is "
                + "\(other.linkBaseURL): nothing would tell which one they are for. Give it a host "
                + "of its own, or a path such as /letters/receive/."
        )
    }
}
