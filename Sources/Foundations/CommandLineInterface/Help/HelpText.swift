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
    /// Hardly a word is longer, in letters or in syllables, so that none has to leave its column.
    private static let textWidthMin = 20
    /// As far as texts are moved in where all names stand above them.
    private static let nameWidthAbove = 4

    /// Writes the page of the last command of a path, for a terminal of the given width.
    package init(path: [Command], width: Int, in language: ProgramLanguage = .english) {
        precondition(!path.isEmpty, "A help page is about a command.")
        let command = path[path.count - 1]
        let width = min(max(width, Self.widthMin), Self.widthMax)
        let summary = command.summaryWording.text(in: language) + "."
        var sections = [
            language.isFittedToNarrow
                ? summary.wrapped(toCellWidth: width).joined(separator: "\n") : summary
        ]
        sections.append(Self.usage(of: path, width: width, language))
        let discussion = command.discussionWording.text(in: language)
        if !discussion.isEmpty {
            sections.append(discussion.wrapped(toCellWidth: width).joined(separator: "\n"))
        }
        for (title, entries) in Self.lists(of: path, language) where !entries.isEmpty {
            sections.append(title + ":\n" + Self.list(entries, width: width, language))
        }
        text = sections.joined(separator: "\n\n") + "\n"
    }

    /// A name and what is to know about it.
    private typealias Entry = (name: String, text: String)

    /// The lists of a page with their titles, the empty ones among them.
    private static func lists(
        of path: [Command],
        _ language: ProgramLanguage
    ) -> [(title: String, entries: [Entry])] {
        let command = path[path.count - 1]
        let standard = StandardOptions(in: language)
        let always = standard.ofCommands + (path.count == 1 ? standard.ofProgram : [])
        let inherited = path.dropLast().flatMap(\.options)
        let isAlone = inherited.isEmpty
        let option = { (option: Parameter) in
            (name: option.names(in: language), text: option.description(in: language))
        }
        let headings = language.headings
        return [
            (
                headings.commands,
                command.subcommands.map { ($0.name, $0.summaryWording.text(in: language)) }
            ),
            (
                headings.arguments,
                command.arguments.map { ($0.usage(in: language), $0.description(in: language)) }
            ),
            (headings.options, (command.options + (isAlone ? always : [])).map(option)),
            (headings.commonOptions, isAlone ? [] : (inherited + always).map(option)),
        ]
    }

    private static func usage(
        of path: [Command],
        width: Int,
        _ language: ProgramLanguage
    ) -> String {
        let command = path[path.count - 1]
        let headings = language.headings
        var words = path.map(\.name)
        for option in path.flatMap(\.options) where option.isRequired {
            words.append("\(option.spelling) \(option.texts.placeholder.text(in: language))")
        }
        words.append("[\(headings.option)]...")
        if command.subcommands.isEmpty {
            words += command.arguments.map { $0.usage(in: language) }
        } else {
            words.append(command.action == nil ? headings.command : "[\(headings.command)]")
        }
        let title = headings.usage + ": "
        let indent = String(repeating: " ", count: title.cellWidth)
        let lines = words.joined(separator: " ").wrapped(toCellWidth: width - indent.count)
        return title + lines.joined(separator: "\n" + indent)
    }

    private static func list(
        _ entries: [Entry],
        width: Int,
        _ language: ProgramLanguage
    ) -> String {
        let nameWidths = entries.map(\.name.cellWidth).filter { $0 <= nameWidthMax }
        var nameWidth = nameWidths.max() ?? nameWidthMax
        // Without room beside them, names stand above their texts.
        if language.isFittedToNarrow, width - nameWidth - 4 < textWidthMin {
            nameWidth = nameWidthAbove
        }
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
