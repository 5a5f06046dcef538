import CommandLineInterface
import Cryptography
import Domain
import NoteletService
import Storage
import TTRPC

/// One server from its start to its end: opens the store, serves, drains, closes.
struct ServerProcess {
    private let configuration: Configuration

    /// Prepares a server.
    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// Serves until a signal asks for the end.
    func run() async throws -> ExitCode {
        ProcessSafety.apply()
        let signals = StopSignals()
        let key = try StoreOpening.masterKey(
            at: configuration.keyPath,
            for: configuration.storePath
        )
        let store = try StoreOpening.open(configuration, key)
        let keys = ServiceKeys(key)
        let dependencies = ServiceDependencies(
            store: store,
            clock: SystemClock(),
            random: SystemRandom(),
            secrets: SealedSecrets(keys: keys),
            passwords: try PepperedPasswords(keys: keys),
            cursors: SealedCursors(keys: keys),
            linkBaseURL: configuration.linkBaseURL,
            version: ServerCommand.version
        )
        let server = try Server(router: Router(serving: dependencies))
        try announce(try configuration.addresses.map { address in try server.listen(on: address) })
        let keeper = HousekeepingClock(Housekeeping(dependencies), store)

        await signals.first()
        say("stopping: calls that are under way may go on for \(configuration.drainTime)")
        server.beginGracefulShutdown(timeout: configuration.drainTime)
        await server.waitUntilStopped()
        await keeper.stop()
        server.shutdown()
        store.close()
        say("stopped")
        return .success
    }

    /// Tells people where the server is, and programs that it is ready.
    private func announce(_ addresses: [Address]) throws {
        say("Notelet \(ServerCommand.version), store \(configuration.storePath)")
        for address in addresses {
            try TextOutput.standard.writeLine("\(address)")
        }
        try TextOutput.standard.flush()
        say("ready")
    }

    private func say(_ line: String) {
        // A server whose standard error is closed serves all the same.
        try? TextOutput.standardError.writeLine("notelet-server: \(line)")
        try? TextOutput.standardError.flush()
    }
}
