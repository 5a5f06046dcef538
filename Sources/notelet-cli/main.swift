import CommandLineInterface

await Program(NoteletProgram.root, version: NoteletProgram.version).main()
