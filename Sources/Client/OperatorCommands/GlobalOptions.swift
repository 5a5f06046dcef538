package import CommandLineInterface

/// The options that every command takes.
package enum GlobalOptions {
    static let quiet = Option<Bool>.flag(
        "quiet",
        help: "Show no progress, and say nothing but results and errors."
    )

    /// All of them.
    package static let all: [any ParameterDeclaration] = [
        PresentationOptions.json, PresentationOptions.color, quiet,
    ]
}
