import CommandLineInterface

await Program(AdminProgram.root, version: AdminProgram.version, manualSection: 8).main()
