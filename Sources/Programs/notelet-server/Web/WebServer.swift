import CommandLineInterface
import HTTP
import NoteletWeb
import Serving
import TTRPC
import WebServing

/// The part of the server that speaks HTTP.
struct WebServer: Sendable {
    /// What answers, wherever it is asked.
    let door: WebDoor
    private let listeners: [HTTPListener]
    private let settings: WebSettings

    /// Begins to listen at claimed addresses; nil if there are none.
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
        let door = WebDoor(service, configuration)
        door.set(limits)
        do throws(HTTPError) {
            listeners = try claims.map { claim throws(HTTPError) in
                try HTTPListener(
                    at: claim,
                    limits: settings.limits(limits),
                    credentials: settings.credentials,
                    handler: door
                )
            }
        } catch {
            throw .listening(error)
        }
        self.door = door
        self.settings = settings
    }

    /// Where it listens, with the ports that were chosen.
    var addresses: [String] { listeners.map { "\($0.boundAddress)" } }

    /// How many connections are open.
    var connectionCount: Int { listeners.reduce(0) { $0 + $1.connectionCount } }

    /// Replaces the limits.
    func set(_ limits: ServerLimits) {
        door.set(limits)
        for listener in listeners { listener.set(settings.limits(limits)) }
    }

    /// Takes no requests any more, lets those that are under way go on for some time, and ends.
    func end(within time: Duration) async {
        door.endStreams()
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
