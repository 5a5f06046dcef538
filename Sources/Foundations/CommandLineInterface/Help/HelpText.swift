/// The page that `--help` shows of one command.
package struct HelpText: Sendable {
    /// The page, each line ended.
    package let text: String

    /// Longer lines are hard to read, however wide the terminal is.
    private static let widthMax = 100
    /// Narrower pages would break nearly every word.
    private static let widthMin = 40
    /// A name longer than this goes on a line of its own.
    private static let nameWidthMax = 28

    /// Writes the page of the last command of a path, for a terminal of the given width.
    package init(path: [Command], width: Int) {
        precondition(!path.isEmpty, "A help page is about a command.")
        let command = path[path.count - 1]
        let width = min(max(width, Self.widthMin), Self.widthMax)
        var sections = [command.summary + "."]
        sections.append(Self.usage(of: path, width: width))
        if !command.discussion.isEmpty {
            sections.append(
                command.discussion.wrapped(toCellWidth: width).joined(separator: "\n")
            )
        }
        let commands = command.subcommands.map { (name: $0.name, text: $0.summary) }
        let arguments = command.arguments.map { (name: $0.usage, text: $0.description) }
        let own = command.options.map { (name: $0.names, text: $0.description) }
        let inherited = path.dropLast().flatMap(\.options)
            .map { (name: $0.names, text: $0.description) }
        let standard =
            StandardOptions.ofCommands + (path.count == 1 ? StandardOptions.ofProgram : [])
        let always = standard.map { (name: $0.names, text: $0.description) }
        let common = inherited.isEmpty ? [] : inherited + always
        let lists = [
            ("Commands", commands),
            ("Arguments", arguments),
            ("Options", inherited.isEmpty ? own + always : own),
            ("Common options", common),
        ]
        for (title, entries) in lists where !entries.isEmpty {
            sections.append(title + ":\n" + Self.list(entries, width: width))
        }
        text = sections.joined(separator: "\n\n") + "\n"
    }

    private static func usage(of path: [Command], width: Int) -> String {
        let command = path[path.count - 1]
        var words = path.map(\.name)
        for option in path.flatMap(\.options) where option.isRequired {
            words.append("\(option.spelling) \(option.placeholder)")
        }
        words.append("[OPTION]...")
        if command.subcommands.isEmpty {
            words += command.arguments.map(\.usage)
        } else {
            words.append(command.action == nil ? "COMMAND" : "[COMMAND]")
        }
        let lines = words.joined(separator: " ").wrapped(toCellWidth: width - 7)
        return "Usage: " + lines.joined(separator: "\n       ")
    }

    private static func list(_ entries: [(name: String, text: String)], width: Int) -> String {
        let nameWidths = entries.map(\.name.cellWidth).filter { $0 <= nameWidthMax }
        let nameWidth = nameWidths.max() ?? nameWidthMax
        let indent = String(repeating: " ", count: nameWidth + 4)
        var lines: [String] = []
        for entry in entries {
            var texts = entry.text.wrapped(toCellWidth: width - nameWidth - 4)[...]
            let space = nameWidth - entry.name.cellWidth
            if space >= 0, let first = texts.popFirst() {
                lines.append("  \(entry.name)\(String(repeating: " ", count: space + 2))\(first)")
            } else {
                lines.append("  \(entry.name)")
            }
            lines += texts.map { indent + $0 }
        }
        return lines.joined(separator: "\n")
    }
}

extension String {
    /// Returns the text as lines of at most the given number of cells, broken between words.
    ///
    /// Line breaks in the text stay. A word that is too long for a line stands on its own.
    func wrapped(toCellWidth width: Int) -> [String] {
        var lines: [String] = []
        for paragraph in split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            var lineWidth = 0
            for word in paragraph.split(separator: " ") {
                let wordWidth = word.cellWidth
                if lineWidth > 0, lineWidth + 1 + wordWidth > width {
                    lines.append(line)
                    line = ""
                    lineWidth = 0
                }
                if lineWidth > 0 {
                    line += " "
                    lineWidth += 1
                }
                line += word
                lineWidth += wordWidth
            }
            lines.append(line)
        }
        return lines
    }
}
