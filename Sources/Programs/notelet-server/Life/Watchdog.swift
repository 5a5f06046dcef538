import TTRPC

/// Gives the service manager signs of life, twice as often as it wants them, for as long as the
/// server's threads go on: the manager can end a server that hangs and start another.
struct Watchdog {
    private let rounds: Task<Void, Never>

    /// Begins at once; nil where nobody wants to know.
    init?(_ manager: ServiceManager, _ server: Server) {
        guard let interval = manager.watchdogInterval else { return nil }
        rounds = Task {
            while !Task.isCancelled {
                await server.waitForTurn()
                manager.tellAlive()
                // Throws only when the rounds end, which the loop looks at itself.
                try? await Task.sleep(for: interval / 2)
            }
        }
    }

    /// Ends the signs of life.
    func stop() {
        rounds.cancel()
    }
}
