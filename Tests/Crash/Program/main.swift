import CommandLineInterface
import Glibc

// Stores and journals are for their owner alone.
umask(0o077)
await Program(CrashCommand.root, version: CrashCommand.version).main()
