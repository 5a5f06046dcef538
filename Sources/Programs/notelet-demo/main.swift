import CommandLineInterface
import NoteletClient

await Program(DemoCommand.root, version: NoteletVersion.text).main()
