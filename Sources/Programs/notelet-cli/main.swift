import CommandLineInterface
import NoteletClient

await Program(
    NoteletProgram.root,
    version: NoteletVersion.text,
    language: ProgramLanguage.chosen
).main()
