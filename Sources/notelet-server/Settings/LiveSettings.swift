import CommandLineInterface
import Logging

/// What a running server takes over when it reads its settings again; all else needs a new start.
///
/// Whatever joins these comes from `ServerCommand.Options.live`, and is put to use in
/// `ServerProcess.apply`.
struct LiveSettings: Sendable {
    let logLevel: LogLevel
    let slowRequestTime: Duration

    /// Reads the options of a command line.
    init(_ invocation: Invocation) {
        logLevel = invocation[ServerCommand.Options.logLevel]
        slowRequestTime = invocation[ServerCommand.Options.slowRequestTime]
    }
}
