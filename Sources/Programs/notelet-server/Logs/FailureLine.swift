import CommandLineInterface
import Logging

/// The last line of a server that could not start, or had to end.
enum FailureLine {
    /// Runs a server; where its log is JSON, why it ended is told so too, on one line.
    ///
    /// Whoever reads JSON reads nothing else. What is wrong before the settings are known, such as
    /// an option that there is not, is told as text.
    static func written(
        as format: LogFormat,
        _ run: () async throws -> ExitCode
    ) async throws -> ExitCode {
        guard format == .json else { return try await run() }
        do {
            return try await run()
        } catch let failure as CommandFailure {
            return write(failure)
        } catch let code as ExitCode {
            throw code
        } catch let failure as TextOutput.Failure {
            throw failure
        } catch {
            return write(CommandFailure(.bug, "internal error: \(error)"))
        }
    }

    /// Writes the line, and answers what to end with.
    private static func write(_ failure: CommandFailure) -> ExitCode {
        let log = EventLog(format: .json)
        log.write(ServerEvent.failed(reason: failure.message))
        log.close()
        return failure.exitCode
    }
}
