import TestSupport
import Testing

/// Starts a server with its store in a folder, and waits until it says where it serves.
///
/// - Parameters:
///   - folder: What holds the store.
///   - arguments: What follows `--store`; without `--listen`, the system chooses a port.
///   - environment: The environment.
/// - Returns: The program, whose error output is its log, and its address.
/// - Throws: `ProgramRun.Failure` if it cannot be started, or an expectation that failed.
func startServer(
    in folder: TemporaryDirectory,
    _ arguments: [String] = [],
    environment: [String: String] = [:]
) async throws -> (program: RunningProgram, address: String) {
    var words = ["--store", folder.path("store")] + arguments
    if !arguments.contains("--listen") { words += ["--listen", "tcp://127.0.0.1:0"] }
    let program = try RunningProgram("notelet-server", words, environment: environment)
    let address = try #require(await program.nextLine())
    return (program, address)
}

extension RunningProgram {
    /// Waits for a line of the log about an event.
    func nextEvent(_ name: String) async -> String? {
        while let line = await nextErrorLine() {
            if line.contains(" event=\(name)") { return line }
        }
        return nil
    }
}
