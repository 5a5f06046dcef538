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
