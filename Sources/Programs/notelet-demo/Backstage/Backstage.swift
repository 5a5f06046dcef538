import CommandLineInterface
import Foundation
import Locking
import OperatingSystem

/// The server of the play and the folder of its store, both gone after `clear()`.
final class Backstage: Sendable {
    let serverPath: String
    let folder: TemporaryFolder
    let state = Mutex(State())

    struct State {
        var server: DemoServer?
        /// Port 0 lets the system choose; after the first start it is the port it chose, so that
        /// clients find the server again.
        var address = "tcp://127.0.0.1:0"
        /// The lines of the server's file of settings, behind the store of its default app; none
        /// where it needs no file.
        var settings: [String] = []
        /// What the server tells the time by, where that is not the machine's clock.
        var clock: MovedClock?
        var isCleared = false
    }

    /// A server that takes longer to come up is stuck.
    private static let startSecondsMax: Int32 = 10

    /// Makes the folder; no server runs yet.
    ///
    /// - Throws: `CommandFailure`.
    init(serverPath: String) throws {
        self.serverPath = serverPath
        guard access(serverPath, X_OK) == 0 else {
            throw CommandFailure(
                .unreachable,
                "There is no server at \(serverPath): `make demo` builds and runs both."
            )
        }
        let base = Terminal.environment["TMPDIR"] ?? "/tmp"
        do throws(SystemError) {
            folder = try TemporaryFolder(named: "notelet-demo")
        } catch {
            throw CommandFailure(
                .inputOutput,
                "No folder for the store can be made in \(base): \(error)."
            )
        }
    }

    /// Where the server is, or will be again.
    var address: String { state.withLock { $0.address } }

    /// The number of the server's process; 0 while there is none.
    var processIdentifier: pid_t { state.withLock { $0.server?.process.identifier ?? 0 } }

    /// The end of what the server wrote to standard error.
    var lastWords: String {
        let text = (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").suffix(5).joined(separator: "\n")
    }

    /// Starts the server, and returns once it serves.
    ///
    /// - Returns: How long that took.
    /// - Throws: `CommandFailure` if it does not come up.
    @discardableResult
    func start() async throws -> Duration {
        let start = ContinuousClock.now
        let server = try spawn()
        let line = await offThePool { server.firstLine(within: Backstage.startSecondsMax) }
        guard let line, line.hasPrefix("tcp://") else {
            let words = lastWords.isEmpty ? "it said nothing" : lastWords
            throw CommandFailure(.unreachable, "The server did not start: \(words).")
        }
        state.withLock { $0.address = line }
        return ContinuousClock.now - start
    }

    /// Kills the server with SIGKILL and waits until it is gone; nothing it held back is written.
    func kill() {
        let server = state.withLock { state in
            defer { state.server = nil }
            return state.server
        }
        server?.process.send(SIGKILL)
        server?.process.wait()
    }

    /// Asks the server to stop, and waits for its end.
    ///
    /// - Returns: Its exit code; 128 and more for a signal.
    func stop() async -> Int32 {
        // It stays in the state, so that an interruption finds it while it takes its time.
        guard let server = state.withLock({ $0.server }) else { return 0 }
        server.process.send(SIGTERM)
        let code = await server.process.end()
        state.withLock { $0.server = nil }
        return code
    }

    /// Kills the server and removes the folder; nothing can be started any more.
    func clear() {
        state.withLock { $0.isCleared = true }
        kill()
        try? FileManager.default.removeItem(atPath: folder.path)
    }

    private var logPath: String { folder.path + "/server.log" }

    /// What programs of the demo find in their environment: nothing of what somebody who plays it
    /// has told those of a server of one's own, such as where its store is.
    static var environment: [String: String] {
        Terminal.environment.filter { !$0.key.hasPrefix("NOTELET_") }
    }

    /// Under the lock, so that an interruption finds either no server or this one.
    private func spawn() throws -> DemoServer {
        try state.withLock { state in
            guard !state.isCleared else { throw CancellationError() }
            let server = try DemoServer(
                serverPath,
                [
                    "--listen", state.address,
                    // Several hundred people live on this one machine, and a slow one takes its
                    // time to sign them up.
                    "--shared-address", "--authentication-time", "none",
                ] + (try places(state.settings)),
                environment: Self.environment.merging(state.clock?.environment ?? [:]) {
                    _,
                    moved in moved
                },
                errorOutput: logPath
            )
            state.server = server
            return server
        }
    }

    /// Where the server finds its stores, and operators find it.
    private func places(_ settings: [String]) throws -> [String] {
        guard !settings.isEmpty else { return ["--store", folder.path + "/store"] }
        try write(settings)
        return ["--config", settingsPath, "--admin-listen", "unix://\(adminPath)"]
    }

    private func write(_ settings: [String]) throws {
        let lines = ["store = \(folder.path)/store"] + settings
        let text = lines.map { $0 + "\n" }.joined()
        try text.write(toFile: settingsPath, atomically: true, encoding: .utf8)
    }

    var adminPath: String { folder.path + "/admin.sock" }

    /// Runs what blocks its thread where no task waits for that thread.
    private func offThePool<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value
    {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: body()) }
        }
    }
}
