import CommandLineInterface
import NoteletClient

await Program(
    NoteletProgram.root,
    version: NoteletVersion.text,
    wording: UsageError.wording
).main()
