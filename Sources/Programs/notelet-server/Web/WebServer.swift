import CommandLineInterface
import Domain
import HTTP
import Locking
import NoteletWeb
import Serving
import TTRPC
import WebServing

/// A part of the server that speaks HTTP: the doors of all apps at some addresses.
final class WebServer: Sendable {
    /// What answers, wherever it is asked.
    let doors: WebDoors
    /// Makes the door of an app at its place.
    private let makeDoor: @Sendable (RunningApp) throws(CommandFailure) -> WebDoor
    private let byApp: Mutex<[AppName: WebDoor]>
    private let listeners: [HTTPListener]
    private let httpLimits: @Sendable (ServerLimits) -> HTTPLimits

    /// Begins to listen at claimed addresses.
    ///
    /// - Parameters:
    ///   - apps: The apps that are open.
    ///   - claims: Where.
    ///   - credentials: What it proves itself with at `https://` addresses.
    ///   - limits: What clients may cost.
    ///   - httpLimits: What that means for a listener.
    ///   - makeDoor: Makes the door of an app at its place.
    /// - Throws: `CommandFailure` when the system refuses.
    init(
        of apps: [RunningApp],
        at claims: [HTTPAddressClaim],
        _ credentials: HTTPCredentials?,
        _ limits: ServerLimits,
        _ httpLimits: @escaping @Sendable (ServerLimits) -> HTTPLimits,
        makeDoor: @escaping @Sendable (RunningApp) throws(CommandFailure) -> WebDoor
    ) throws(CommandFailure) {
        self.httpLimits = httpLimits
        self.makeDoor = makeDoor
        var byApp: [AppName: WebDoor] = [:]
        for app in apps { byApp[app.name] = try makeDoor(app) }
        self.byApp = Mutex(byApp)
        let doors = WebDoors(Array(byApp.values))
        doors.set(limits)
        self.doors = doors
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
        _ apps: [RunningApp],
        _ limits: ServerLimits,
        _ requests: RequestLog
    ) throws(CommandFailure) {
        guard !claims.isEmpty else { return nil }
        try self.init(of: apps, at: claims, settings.credentials, limits) { limits in
            HTTPLimits(
                limits,
                trustedProxies: settings.trustedProxies,
                threadCount: WebSettings.threadCount
            )
        } makeDoor: { app throws(CommandFailure) in
            var configuration = WebConfiguration()
            configuration.place = try app.configuration.place()
            configuration.origins = app.configuration.webOrigins
            configuration.trustedProxies = settings.trustedProxies
            configuration.pages = NoteletPages(linkBaseURL: app.configuration.linkBaseURL)
            configuration.callObserver = { record in requests.observe(record) }
            return WebDoor(serving: app.service, configuration)
        }
    }

    /// Opens the door of an app that is new.
    ///
    /// - Throws: `CommandFailure` where it has no place.
    func open(_ app: RunningApp) throws(CommandFailure) {
        let door = try makeDoor(app)
        byApp.withLock { $0[app.name] = door }
        doors.add(door)
    }

    /// Shuts the door of an app that is gone.
    func shut(_ name: AppName) {
        guard let door = byApp.withLock({ $0.removeValue(forKey: name) }) else { return }
        doors.remove(door)
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
