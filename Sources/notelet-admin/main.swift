import CommandLineInterface

await Program(AdminProgram.root, version: AdminProgram.version).main()
