import CommandLineInterface
import NoteletAPI

await Program(ServerCommand.root, version: NoteletVersion.text, manualSection: 8).main()
