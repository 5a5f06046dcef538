import CommandLineInterface

await Program(DemoCommand.root, version: DemoCommand.version).main()
