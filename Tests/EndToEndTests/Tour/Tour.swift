import Foundation

/// What TOUR.md shows: commands, and what a terminal shows then.
struct Tour {
    /// What starts the server, on one line.
    private(set) var server = ""
    /// The commands in their order.
    private(set) var steps: [Step] = []
    private let lines: [String]

    /// One command with what it shows.
    struct Step {
        /// The line of the document, counted from 1.
        let line: Int
        let command: String
        /// Whether the server is not there any more.
        let isServerGone: Bool
        var shown: [String] = []
    }

    static let url = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../../deploy/TOUR.md").standardizedFileURL

    private static let indent = "    "
    private static let prompt = "$ "
    private static let endOfServer = "<!-- the server has ended -->"

    /// Reads the document.
    init(_ text: String) {
        lines = text.components(separatedBy: "\n")
        var isServerGone = false
        for (index, line) in lines.enumerated() {
            if line == Self.endOfServer { isServerGone = true }
            guard line.hasPrefix(Self.indent) else {
                // An empty line between two others of what is shown is shown too.
                if line.isEmpty, !steps.isEmpty { steps[steps.count - 1].shown.append("") }
                continue
            }
            let content = line.dropFirst(Self.indent.count)
            if content.hasPrefix(Self.prompt) {
                steps.append(
                    Step(
                        line: index + 1,
                        command: String(content.dropFirst(Self.prompt.count)),
                        isServerGone: isServerGone
                    )
                )
            } else if steps.isEmpty {
                server += content.hasSuffix("\\") ? content.dropLast() : content
            } else {
                steps[steps.count - 1].shown.append(String(content))
            }
        }
        for index in steps.indices {
            while steps[index].shown.last == "" { steps[index].shown.removeLast() }
        }
    }

    /// The document with other commands and with what they show, which stand where the old ones
    /// stood.
    func text(showing others: [Step]) -> String {
        var result: [String] = []
        var rest = lines[...]
        for (old, new) in zip(steps, others) {
            result += rest[..<(old.line - 1)]
            result.append(Self.indent + Self.prompt + new.command)
            result += new.shown.map { $0.isEmpty ? "" : Self.indent + $0 }
            rest = rest[(old.line + old.shown.count)...]
        }
        return (result + rest).joined(separator: "\n")
    }
}

/// What is the same in every replay of a tour, and what takes the place of what is not.
struct TourMasks {
    /// What the document calls something, and what it is called in this replay.
    private var names: [String: String]

    /// Begins with what is known before the first command.
    init(_ names: [String: String]) {
        self.names = names
    }

    /// What stands for something else in each replay: ids, links and dates.
    private static var namePattern: Regex<Substring> {
        #/
        [0-9a-f]{8} (?: - [0-9a-f]{4} ){3} - [0-9a-f]{12}
        | receive/ [\w\-]{22}
        | \b [0-9a-f]{8} \b
        | \d{4} - \d\d - \d\d
        /#
    }

    /// What depends on the pace and the machine: times, rates, readers, processes, bytes and pages,
    /// and how far the store has moved what is in its log.
    private static var figurePattern: Regex<Substring> {
        #/
        \d\d : \d\d (?: : \d\d \. \d{3} Z )?
        | \d+ \s % , \s \d+ \s of \s \d+ , \s \d+ /s
        | \d+ \s of \s \d+
        | process \s \d+
        | \d+ \s bytes
        | \d{5,}
        | \d+ \s pages?
        | batch \s \d+
        | up \s to \s \d+
        /#
    }

    /// A command of the document, as it is typed in this replay.
    func command(_ text: String) -> String {
        names.sorted { $0.key.count > $1.key.count }
            .reduce(text) { $0.replacing($1.key, with: $1.value) }
    }

    /// Learns from what the document shows and what this replay shows in its place.
    mutating func learn(_ documented: String, _ shown: String) {
        let pairs = zip(
            documented.matches(of: Self.namePattern),
            shown.matches(of: Self.namePattern)
        )
        for (old, new) in pairs { names[String(old.output)] = String(new.output) }
    }

    /// A line without what differs from one replay to the next, and with what is repeated once:
    /// tables are as wide as what stands in them.
    static func masked(_ line: String) -> String {
        // Of a table of a store, the records are the same, and not how they lie in pages.
        line.replacing(#/(│ \w+ +│ +\d+ │)(?: +\d+ │){5}/#) { "\($0.output.1) #" }
            .replacing(namePattern, with: "#").replacing(figurePattern, with: "#")
            .replacing(#/─+/#, with: "─").replacing(#/█+/#, with: "█").replacing(#/ +/#, with: " ")
    }
}
