import CommandLineInterface
import NoteletClient

await Program(NoteletProgram.root, version: NoteletVersion.text).main()
