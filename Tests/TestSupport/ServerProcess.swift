import Foundation
import Locking

/// A `notelet-server` of its own process, on a store that goes with it.
///
/// It listens on a port of the system's choice. `start()` after an end serves the same store at the
/// same address, so that clients find it again.
package final class ServerProcess: Sendable {
    /// The folder that holds the store and its key.
    package let folder: TemporaryDirectory
    private let extraArguments: [String]
    private let environment: [String: String]
    private let state: Mutex<State>

    private struct State {
        var program: RunningProgram?
        var address: String
    }

    /// Starts a server on an empty store, and returns once it serves.
    ///
    /// - Parameters:
    ///   - address: Where to listen; port 0 lets the system choose.
    ///   - folder: What is to hold the store; a new folder unless given.
    ///   - arguments: Options beside `--listen` and `--store`; unless given, all of a test's people
    ///     may come from one address.
    ///   - environment: The environment of the server.
    /// - Throws: `ProgramRun.Failure` if it does not come up.
    package init(
        at address: String = "tcp://127.0.0.1:0",
        in folder: TemporaryDirectory = TemporaryDirectory(),
        arguments: [String] = ["--shared-address"],
        environment: [String: String] = [:]
    ) async throws {
        self.folder = folder
        extraArguments = arguments
        self.environment = environment
        state = Mutex(State(address: address))
        try await start()
    }

    /// Where clients reach the server, such as `tcp://127.0.0.1:41234`.
    package var address: String { state.withLock { $0.address } }

    /// The path of the store.
    package var storePath: String { folder.path("store") }

    /// The number of the process while it runs.
    package var processIdentifier: Int32? {
        state.withLock { $0.program?.processIdentifier }
    }

    /// Starts the server again on the same store and address.
    ///
    /// - Throws: `ProgramRun.Failure` if it does not come up.
    package func start() async throws {
        let options = ["--listen", address, "--store", storePath] + extraArguments
        let program = try RunningProgram("notelet-server", options, environment: environment)
        // The address is printed once the server is ready.
        guard let line = await program.nextLine(), line.contains("://") else {
            var complaint = ""
            while let line = await program.nextErrorLine() { complaint += "\n" + line }
            throw ProgramRun.Failure(description: "notelet-server did not start:\(complaint)")
        }
        state.withLock { state in
            state.address = line
            state.program = program
        }
    }

    /// Ends the server and waits until it is gone.
    ///
    /// - Parameter signal: `SIGTERM` lets it end in order, `SIGKILL` does not.
    /// - Returns: The exit code, 128 and more for a signal.
    @discardableResult
    package func stop(_ signal: Int32 = SIGTERM) async -> Int32 {
        guard let program = state.withLock({ $0.program.take() }) else { return 0 }
        return await program.end(by: signal)
    }

    /// Ends the server and starts it again on the same store and address.
    ///
    /// - Parameter signal: How to end it.
    /// - Throws: `ProgramRun.Failure` if it does not come up again.
    package func restart(_ signal: Int32 = SIGTERM) async throws {
        await stop(signal)
        try await start()
    }
}
