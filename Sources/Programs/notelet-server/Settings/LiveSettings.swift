import CommandLineInterface
import Logging
import Serving

/// What a running server takes over when it reads its settings again; all else needs a new start.
///
/// Whatever joins these comes from `ServerCommand.Options.live`, and is put to use in
/// `ServerProcess.serve`.
struct LiveSettings: Sendable {
    let logLevel: LogLevel
    let slowRequestTime: Duration
    let limits: ServiceLimits

    /// Reads the options of a command line.
    ///
    /// - Throws: What is wrong with limits that contradict each other.
    init(_ invocation: Invocation) throws(CommandFailure) {
        logLevel = invocation[ServerCommand.Options.logLevel]
        slowRequestTime = invocation[ServerCommand.Options.slowRequestTime]
        limits = try ServiceLimits(invocation)
    }
}
