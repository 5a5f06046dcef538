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
