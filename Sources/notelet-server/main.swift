import CommandLineInterface

await Program(ServerCommand.root, version: ServerCommand.version).main()
