/// Rows of cells, shown as a table whose columns line up by terminal cells.
///
/// Cells are made safe for a terminal. A table that is too wide takes the room from its widest
/// columns, but for those of use only as a whole, and what is cut ends in an ellipsis. Where that
/// would leave too little to read, columns that can be done without are left out, from the last on,
/// and then the lines.
package struct TextTable: Sendable {
    private var columns: [Column]
    private var rows: [[String]] = []

    /// One column: its title and on which side its cells line up.
    package struct Column: Sendable {
        /// The text above the cells.
        package let title: String
        /// The side on which the cells line up.
        package let alignment: Alignment
        /// What becomes of its cells where there is too little room.
        package let fitting: Fitting

        /// Describes a column.
        package init(
            _ title: String,
            alignment: Alignment = .leading,
            fitting: Fitting = .cut
        ) {
            self.title = title
            self.alignment = alignment
            self.fitting = fitting
        }
    }

    /// What becomes of cells where there is too little room.
    package enum Fitting: Sendable {
        /// They are cut.
        case cut
        /// They stay whole, such as an id that is to be copied, though lines get too long.
        case whole
        /// They stay whole, or the column is left out.
        case wholeOrOmitted
    }

    /// The side on which cells line up.
    package enum Alignment: Sendable {
        /// Text lines up on the left.
        case leading
        /// Numbers line up on the right.
        case trailing
    }

    /// What is drawn around the cells.
    package enum Border: Sendable {
        /// Lines around all cells.
        case box
        /// Two spaces between columns.
        case spaces
    }

    /// Narrower columns would show nothing but ellipses.
    private static let shrunkWidthMin = 4
    /// Narrower columns can hardly be read: others give way first.
    private static let readableWidthMin = 8

    /// Makes a table without rows.
    package init(columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row; cells that are missing at its end are empty.
    package mutating func append(_ cells: [String]) {
        precondition(cells.count <= columns.count, "A row has more cells than the table columns.")
        let missing = Array(repeating: "", count: columns.count - cells.count)
        rows.append(cells.map(\.terminalSafe) + missing)
    }

    /// Draws the table, each line ended; `width` nil means as wide as the cells need.
    package func text(
        border: Border,
        width: Int? = nil,
        style: TerminalStyle = .plain
    ) -> String {
        let widths = columnWidths(border: border, available: width)
        let titles = line(columns.map(\.title), widths, border) { style.apply(.bold, to: $0) }
        let lines = rows.map { row in line(row, widths, border) { $0 } }
        switch border {
        case .spaces:
            return titles + lines.joined()
        case .box:
            return rule("┌", "┬", "┐", widths) + titles + rule("├", "┼", "┤", widths)
                + lines.joined() + rule("└", "┴", "┘", widths)
        }
    }

    /// Draws the table for where it goes: in lines and as wide as that is on a terminal, bare
    /// elsewhere.
    package func text(
        for output: TextOutput,
        environment: [String: String],
        style: TerminalStyle
    ) -> String {
        guard output.isTerminal else { return text(border: .spaces) }
        let width = Terminal.width(of: output.descriptor, environment: environment)
        var table = self
        while !table.isReadable(in: .box, width: width),
            let last = table.columns.lastIndex(where: { $0.fitting == .wholeOrOmitted })
        {
            table = table.omitting(last)
        }
        let border = table.isReadable(in: .box, width: width) ? Border.box : .spaces
        return table.text(border: border, width: width, style: style)
    }

    /// Whether lines can have this width with enough left of each cell.
    private func isReadable(in border: Border, width: Int) -> Bool {
        let widths = zip(columns, wholeWidths).map { column, width in
            column.fitting == .cut ? min(width, Self.readableWidthMin) : width
        }
        return widths.reduce(frame(of: border), +) <= width
    }

    private func omitting(_ index: Int) -> TextTable {
        var table = TextTable(columns: columns)
        table.columns.remove(at: index)
        table.rows = rows.map { row in
            var row = row
            row.remove(at: index)
            return row
        }
        return table
    }

    /// The cells that all columns need in full.
    private var wholeWidths: [Int] {
        var widths = columns.map(\.title.cellWidth)
        for row in rows {
            for (index, cell) in row.enumerated() {
                widths[index] = max(widths[index], cell.cellWidth)
            }
        }
        return widths
    }

    /// The cells that a line takes beside those of the columns.
    private func frame(of border: Border) -> Int {
        border == .box ? 3 * columns.count + 1 : 2 * max(0, columns.count - 1)
    }

    private func columnWidths(border: Border, available: Int?) -> [Int] {
        var widths = wholeWidths
        guard let available else { return widths }
        var surplus = widths.reduce(frame(of: border), +) - available
        while surplus > 0 {
            let cuttable = widths.indices.filter { index in
                columns[index].fitting == .cut && widths[index] > Self.shrunkWidthMin
            }
            guard let widest = cuttable.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            surplus -= 1
        }
        return widths
    }

    private func line(
        _ cells: [String],
        _ widths: [Int],
        _ border: Border,
        mark: (String) -> String
    ) -> String {
        var padded: [String] = []
        for (index, cell) in cells.enumerated() {
            let text = cell.truncated(toCellWidth: widths[index])
            let space = String(repeating: " ", count: max(0, widths[index] - text.cellWidth))
            let isLast = index == cells.count - 1
            switch columns[index].alignment {
            case .trailing: padded.append(space + mark(text))
            case .leading where isLast && border == .spaces: padded.append(mark(text))
            case .leading: padded.append(mark(text) + space)
            }
        }
        return switch border {
        case .spaces: padded.joined(separator: "  ") + "\n"
        case .box: "│ " + padded.joined(separator: " │ ") + " │\n"
        }
    }

    private func rule(_ left: String, _ middle: String, _ right: String, _ widths: [Int]) -> String
    {
        let lines = widths.map { String(repeating: "─", count: $0 + 2) }
        return left + lines.joined(separator: middle) + right + "\n"
    }
}

/// Facts with their names, one a line.
package enum FactList {
    /// Lines the facts up by terminal cells; those without a value are left out.
    ///
    /// Values are made safe for a terminal.
    package static func text(_ facts: [(String, String)], style: TerminalStyle) -> String {
        let shown = facts.filter { !$0.1.isEmpty }
        let width = shown.map(\.0.cellWidth).max() ?? 0
        return shown.map { name, value in
            let space = String(repeating: " ", count: width - name.cellWidth + 2)
            return style.apply(.dim, to: name) + space + value.terminalSafe + "\n"
        }.joined()
    }
}
