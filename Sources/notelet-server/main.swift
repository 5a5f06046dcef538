import CommandLineInterface

await Program(ServerCommand.root, version: ServerCommand.version, manualSection: 8).main()
