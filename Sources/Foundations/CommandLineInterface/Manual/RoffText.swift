extension String {
    /// The text as roff shows it letter by letter, within a line.
    var roffEscaped: String {
        replacing("\\", with: "\\e").replacing("-", with: "\\-")
    }

    /// The text, escaped already, in short lines of which none is a request.
    var roffLines: String {
        wrapped(toCellWidth: 78)
            .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : $0 }
            .joined(separator: "\n")
    }
}
