import CommandLineInterface
import HTTP
import NoteletWeb
import Serving
import TTRPC
import WebServing

/// A part of the server that speaks HTTP: a door at some addresses.
struct WebServer: Sendable {
    /// What answers, wherever it is asked.
    let door: WebDoor
    private let listeners: [HTTPListener]
    private let httpLimits: @Sendable (ServerLimits) -> HTTPLimits

    /// Begins to listen at claimed addresses.
    ///
    /// - Parameters:
    ///   - door: What answers there.
    ///   - claims: Where.
    ///   - credentials: What it proves itself with at `https://` addresses.
    ///   - limits: What clients may cost.
    ///   - httpLimits: What that means for a listener.
    /// - Throws: `CommandFailure` when the system refuses.
    init(
        _ door: WebDoor,
        at claims: [HTTPAddressClaim],
        _ credentials: HTTPCredentials?,
        _ limits: ServerLimits,
        _ httpLimits: @escaping @Sendable (ServerLimits) -> HTTPLimits
    ) throws(CommandFailure) {
        self.door = door
        self.httpLimits = httpLimits
        door.set(limits)
        do throws(HTTPError) {
            listeners = try claims.map { claim throws(HTTPError) in
                try HTTPListener(
                    at: claim,
                    limits: httpLimits(limits),
                    credentials: credentials,
                    handler: door
                )
            }
        } catch {
            throw .listening(error)
        }
    }

    /// Serves people at claimed addresses; nil if there are none.
    ///
    /// - Throws: `CommandFailure` when the system refuses.
    init?(
        at claims: [HTTPAddressClaim],
        _ settings: WebSettings,
        _ service: Service,
        _ limits: ServerLimits,
        _ requests: RequestLog
    ) throws(CommandFailure) {
        guard !claims.isEmpty else { return nil }
        var configuration = WebConfiguration()
        configuration.origins = settings.origins
        configuration.trustedProxies = settings.trustedProxies
        configuration.pages = NoteletPages(linkBaseURL: service.dependencies.linkBaseURL)
        configuration.callObserver = { record in requests.observe(record) }
        let door = WebDoor(serving: service, configuration)
        try self.init(door, at: claims, settings.credentials, limits) { limits in
            HTTPLimits(
                limits,
                trustedProxies: settings.trustedProxies,
                threadCount: WebSettings.threadCount
            )
        }
    }

    /// Where it listens, with the ports that were chosen.
    var addresses: [String] { listeners.map { "\($0.boundAddress)" } }

    /// How many connections are open.
    var connectionCount: Int { listeners.reduce(0) { $0 + $1.connectionCount } }

    /// Replaces the limits.
    func set(_ limits: ServerLimits) {
        door.set(limits)
        for listener in listeners { listener.set(httpLimits(limits)) }
    }

    /// Takes no requests any more at any of its addresses, and ends the streams.
    func beginEnd() {
        for listener in listeners { listener.beginDrain() }
        door.endStreams()
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
