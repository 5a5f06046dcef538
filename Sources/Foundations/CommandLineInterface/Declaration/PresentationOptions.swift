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
