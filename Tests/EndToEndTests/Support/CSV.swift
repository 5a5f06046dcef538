/// Rows as RFC 4180 writes them, read by its rules alone.
struct CSV {
    /// The rows after the header, each value under its column.
    let rows: [[String: String]]

    /// Reads a whole text, whose lines end with CR and LF.
    init(_ text: String) {
        var lines: [[String]] = []
        var cells: [String] = []
        var cell = String.UnicodeScalarView()
        var isQuoted = false
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"" where isQuoted && rest.first == "\"": cell.append(rest.removeFirst())
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                cells.append(String(cell))
                cell.removeAll()
            case "\r" where !isQuoted && rest.first == "\n":
                rest.removeFirst()
                lines.append(cells + [String(cell)])
                cells = []
                cell.removeAll()
            default: cell.append(scalar)
            }
        }
        let header = lines.first ?? []
        rows = lines.dropFirst().map { Dictionary(zip(header, $0)) { first, _ in first } }
    }
}
