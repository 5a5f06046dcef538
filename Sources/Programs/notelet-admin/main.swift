import CommandLineInterface
import NoteletAPI

await Program(AdminProgram.root, version: NoteletVersion.text, manualSection: 8).main()
