/// The options by which people and programs say how results are written.
package enum PresentationOptions {
    /// Asks for JSON.
    package static let json = Option<Bool>.flag(
        "json",
        help: "Write JSON instead of text."
    )
    /// Asks for colours, or for none.
    package static let color = Option<ColorChoice>(
        "color",
        .choice("WHEN"),
        default: "auto",
        help: "When to colour text: on a terminal, always or never."
    )
}
