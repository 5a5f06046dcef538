import CommandLineInterface

/// The options that say what is shown.
enum OutputOptions {
    static let json = Option<Bool>.flag(
        "json",
        help: "Write the result as JSON, and nothing else."
    )
    static let quiet = Option<Bool>.flag("quiet", help: "Do not show how far it is.")

    static let all: [any ParameterDeclaration] = [json, quiet]

    /// How work shows how far it is.
    static func progress(_ invocation: Invocation) -> ProgressLine.Appearance {
        invocation[json] ? .hidden : progress(quiet: invocation)
    }

    /// How work shows how far it is, in a command without JSON.
    static func progress(quiet invocation: Invocation) -> ProgressLine.Appearance {
        if invocation[quiet] { return .hidden }
        return ProgressLine.appearance(on: .standardError, environment: Terminal.environment)
    }
}
