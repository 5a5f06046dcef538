import CommandLineInterface
import Glibc
import NoteletAPI

// Stores and journals are for their owner alone.
umask(0o077)
await Program(CrashCommand.root, version: NoteletVersion.text).main()
