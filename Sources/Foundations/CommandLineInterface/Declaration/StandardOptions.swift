/// The options that every program takes without declaring them.
struct StandardOptions {
    /// Asks for a script of a shell.
    let completions: Option<Shell?>
    /// What every command takes.
    let ofCommands: [Parameter]
    /// What only the program as a whole is asked for, by those who package it; nobody types these
    /// often enough to have them completed.
    let ofProgram: [Parameter]

    /// The options with their texts in English.
    static let english = StandardOptions(in: .english)

    /// The names that no declaration may take.
    static let names = Set(
        (english.ofCommands + english.ofProgram)
            .flatMap { [$0.name] + ($0.short.map { [String($0)] } ?? []) }
    )

    /// Declares the options with their texts in a language.
    init(in language: ProgramLanguage) {
        let texts = language.standardOptions
        let help = Option<Bool>.flag("help", short: "h", help: texts.help)
        let version = Option<Bool>.flag("version", short: "V", help: texts.version)
        let manualPage = Option<Bool>.flag("man-page", help: texts.manualPage)
        completions = Option<Shell?>.optional(
            "completions",
            .choice(texts.shell),
            help: texts.completions
        )
        ofCommands = [help.parameter, version.parameter]
        ofProgram = [completions.parameter, manualPage.parameter]
    }
}

/// The options by which people and programs say how results are written.
package enum PresentationOptions {
    /// Asks for JSON.
    package static let json = Option<Bool>.flag(
        "json",
        help: "Write JSON instead of text."
    )
    /// Asks for rows in a form; only commands that show rows take it.
    package static let format = Option<RowFormat?>.optional(
        "format",
        .choice("FORMAT"),
        help: "How rows are written: as a table for people, one document of JSON, a document on "
            + "each line, or CSV with a header. A table by default."
    )
    /// Asks for colours, or for none.
    package static let color = Option<ColorChoice>(
        "color",
        .choice("WHEN"),
        default: "auto",
        help: "When to colour text: on a terminal, always or never."
    )

    /// Says in English that JSON and another form of rows were asked for.
    package static func conflict(withJSON format: RowFormat) -> String {
        "--json and --format \(format.rawValue) ask for two forms: give one of them."
    }
}
