import CommandLineInterface
import Glibc
import NoteletAPI

// Stores, keys and populations are for their owner alone.
umask(0o077)
// A reader that goes away is an error of the write call, not a signal.
signal(SIGPIPE, SIG_IGN)
let arguments = BenchCommand.withDefaultCommand(Array(CommandLine.arguments.dropFirst()))
let code = await Program(BenchCommand.root, version: NoteletVersion.text)
    .run(arguments, environment: Terminal.environment)
exit(code.rawValue)
