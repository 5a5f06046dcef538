/// The options that every program takes without declaring them.
enum StandardOptions {
    static let help = Option<Bool>.flag("help", short: "h", help: "Show this page.")
    static let version = Option<Bool>.flag("version", short: "V", help: "Show the version.")
    static let completions = Option<Shell?>.optional(
        "completions",
        .choice("SHELL"),
        help: "Write a script that completes command lines of this program."
    )
    static let manualPage = Option<Bool>.flag("man-page", help: "Write the manual page.")

    /// What every command takes.
    static let ofCommands = [help.parameter, version.parameter]
    /// What only the program as a whole is asked for, by those who package it; nobody types these
    /// often enough to have them completed.
    static let ofProgram = [completions.parameter, manualPage.parameter]

    /// The names that no declaration may take.
    static let names = Set(
        (ofCommands + ofProgram).flatMap { [$0.name] + ($0.short.map { [String($0)] } ?? []) }
    )
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
}
