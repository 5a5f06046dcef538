import CommandLineInterface
import Domain
import HTTP
import NoteletWeb
import Serving
import TTRPC
import WebServing

/// A part of the server that speaks HTTP: the doors of all apps at some addresses.
final class WebServer: Sendable {
    /// What answers, wherever it is asked.
    let doors: WebDoors
    private let plan: DoorPlan
    private let listeners: [HTTPListener]
    private let httpLimits: @Sendable (ServerLimits) -> HTTPLimits

    /// What doors of apps are like here.
    struct DoorPlan: Sendable {
        /// What is set of the door of an app, its place above all.
        let configure: @Sendable (AppConfiguration) throws(CommandFailure) -> WebConfiguration
        /// Makes the door of an app that is open.
        let makeDoor: @Sendable (RunningApp, WebConfiguration) -> WebDoor
    }

    /// Begins to listen at claimed addresses.
    ///
    /// - Parameters:
    ///   - apps: The apps at this moment.
    ///   - claims: Where.
    ///   - credentials: What it proves itself with at `https://` addresses.
    ///   - limits: What clients may cost.
    ///   - httpLimits: What that means for a listener.
    ///   - plan: What doors of apps are like here.
    /// - Throws: `CommandFailure` when the system refuses, or an app has no place.
    init(
        of apps: RunningApps,
        at claims: [HTTPAddressClaim],
        _ credentials: HTTPCredentials?,
        _ limits: ServerLimits,
        _ httpLimits: @escaping @Sendable (ServerLimits) -> HTTPLimits,
        _ plan: DoorPlan
    ) throws(CommandFailure) {
        self.httpLimits = httpLimits
        self.plan = plan
        let doors = WebDoors(countingIn: apps.served.refusals)
        doors.set(limits)
        self.doors = doors
        for app in apps.all { try Self.enter(app, by: plan, doors) }
        do throws(HTTPError) {
            listeners = try claims.map { claim throws(HTTPError) in
                try HTTPListener(
                    at: claim,
                    limits: httpLimits(limits),
                    credentials: credentials,
                    handler: doors
                )
            }
        } catch {
            throw .listening(error)
        }
    }

    /// Serves people at claimed addresses; nil if there are none.
    ///
    /// - Throws: `CommandFailure` when the system refuses.
    convenience init?(
        at claims: [HTTPAddressClaim],
        _ settings: WebSettings,
        _ apps: RunningApps,
        _ limits: ServerLimits,
        _ requests: RequestLog
    ) throws(CommandFailure) {
        guard !claims.isEmpty else { return nil }
        let plan = DoorPlan { app throws(CommandFailure) in
            var configuration = WebConfiguration()
            configuration.place = try app.place()
            configuration.origins = app.webOrigins
            configuration.trustedProxies = settings.trustedProxies
            configuration.pages = NoteletPages(linkBaseURL: app.linkBaseURL)
            configuration.callObserver = { record in requests.observe(record, of: app.name) }
            return configuration
        } makeDoor: { app, configuration in
            WebDoor(serving: app.service, configuration)
        }
        try self.init(
            of: apps,
            at: claims,
            settings.credentials,
            limits,
            { limits in
                HTTPLimits(
                    limits,
                    trustedProxies: settings.trustedProxies,
                    threadCount: WebSettings.threadCount
                )
            },
            plan
        )
    }

    /// Lets requests know where an app is, and into it where it is open.
    ///
    /// - Throws: `CommandFailure` where it has no place.
    func enter(_ app: AppState) throws(CommandFailure) {
        try Self.enter(app, by: plan, doors)
    }

    private static func enter(
        _ app: AppState,
        by plan: DoorPlan,
        _ doors: WebDoors
    ) throws(CommandFailure) {
        let configuration = try plan.configure(app.configuration)
        if let running = app.running {
            doors.open(running.name, at: configuration) { plan.makeDoor(running, $0) }
        } else {
            doors.add(app.configuration.name, at: configuration)
        }
    }

    /// Where it listens, with the ports that were chosen.
    var addresses: [String] { listeners.map { "\($0.boundAddress)" } }

    /// How many connections are open.
    var connectionCount: Int { listeners.reduce(0) { $0 + $1.connectionCount } }

    /// Replaces the limits.
    func set(_ limits: ServerLimits) {
        doors.set(limits)
        for listener in listeners { listener.set(httpLimits(limits)) }
    }

    /// Takes no requests any more at any of its addresses, and ends the streams.
    func beginEnd() {
        for listener in listeners { listener.beginDrain() }
        doors.endStreams()
    }

    /// Takes no requests any more, lets those that are under way go on for some time, and ends.
    func end(within time: Duration) async {
        beginEnd()
        let deadline = Task {
            // Throws only when all have ended by themselves.
            guard (try? await Task.sleep(for: time)) != nil else { return }
            close()
        }
        for listener in listeners { await listener.drain() }
        deadline.cancel()
        close()
    }

    private func close() {
        for listener in listeners { listener.close() }
    }
}

extension CommandFailure {
    /// Says why HTTP cannot be served.
    static func listening(_ error: HTTPError) -> CommandFailure {
        CommandFailure(.unreachable, "The server \(error).")
    }
}
