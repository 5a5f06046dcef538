import CommandLineInterface
import Glibc
import NoteletAPI

umask(0o077)
let code = await Program(MicrobenchCommand.root, version: NoteletVersion.text)
    .run(Array(CommandLine.arguments.dropFirst()), environment: Terminal.environment)
exit(code.rawValue)
