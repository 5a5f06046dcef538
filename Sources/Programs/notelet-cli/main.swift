import CommandLineInterface
import NoteletClient
import PersonCommands

await Program(
    NoteletProgram.root,
    version: NoteletVersion.text,
    language: ProgramLanguage.chosen
).main()
