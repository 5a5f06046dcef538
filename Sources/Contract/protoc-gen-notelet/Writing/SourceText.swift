/// A Swift file on its way, line by line.
struct SourceText {
    /// The file so far.
    private(set) var text = ""
    private var depth = 0

    /// The longest line that the project allows.
    static let columnCountMax = 100
    private static let indentation = 4

    /// How many columns are left where a line begins now.
    var columnsLeft: Int { Self.columnCountMax - depth * Self.indentation }

    /// Writes a line; an empty one has no indentation.
    mutating func line(_ line: String = "") {
        if !line.isEmpty { text += String(repeating: " ", count: depth * Self.indentation) + line }
        text += "\n"
    }

    /// Writes a documentation comment.
    mutating func document(_ documentation: Documentation) {
        for line in documentation.lines(columnCountMax: columnsLeft) { self.line(line) }
    }

    /// Writes what stands between a line that opens and one that closes.
    mutating func block(
        _ opening: String,
        _ closing: String = "}",
        _ body: (inout SourceText) -> Void
    ) {
        line(opening)
        self.body(closing, body)
    }

    /// Writes what stands behind a line that opened, and a line that closes.
    mutating func body(_ closing: String = "}", _ body: (inout SourceText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
        line(closing)
    }

    /// Writes a string literal between what is in front of it and behind it, on as many lines as it
    /// takes.
    mutating func string(_ opening: String, _ value: String, _ closing: String) {
        let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        // Room for the quotation marks, the `+` and the indentation of what goes on.
        let room = columnsLeft - max(opening.count, Self.indentation) - closing.count - 4
        var pieces: [String] = []
        var rest = escaped[...]
        while rest.count > room {
            let whole = rest.prefix(room)
            let end = whole.lastIndex(of: " ").map { rest.index(after: $0) } ?? whole.endIndex
            pieces.append(String(rest[..<end]))
            rest = rest[end...]
        }
        pieces.append(String(rest))
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            let front = index == 0 ? opening : "    + "
            line("\(front)\"\(piece)\"\(isLast ? closing : "")")
        }
    }

    /// Writes elements between brackets: on one line if that is short enough, else one on each.
    mutating func list(
        _ opening: String,
        _ elements: [String],
        _ closing: String,
        hasTrailingComma: Bool = false
    ) {
        let short = opening + elements.joined(separator: ", ") + closing
        if short.count <= columnsLeft { return line(short) }
        block(opening, closing) { text in
            for (index, element) in elements.enumerated() {
                let isLast = index == elements.count - 1
                text.line(element + (isLast && !hasTrailingComma ? "" : ","))
            }
        }
    }
}
