import CommandLineInterface
import Glibc

umask(0o077)
let code = await Program(MicrobenchCommand.root, version: "0.1.0")
    .run(Array(CommandLine.arguments.dropFirst()), environment: Terminal.environment)
exit(code.rawValue)
