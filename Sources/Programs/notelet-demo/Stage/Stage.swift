import CommandLineInterface
import Locking

/// Where the play is seen: numbered acts, short lines, and a mark for each step that held.
///
/// Lines show at once, on a terminal and in a log alike. All text of people passes through
/// `terminalSafe`, and everything lines up by cells, since Korean letters take two.
final class Stage: Sendable {
    private let output = TextOutput.standard
    private let style: TerminalStyle
    private let width: Int
    private let counts = Mutex(Counts())

    private struct Counts {
        var acts = 0
        var checks = 0
    }

    /// Wider lines are hard to read, however wide the terminal is.
    private static let widthMax = 84
    private static let indent = "    "
    /// A few lines: enough to tell two values apart, too little to hide the claim.
    private static let valueWidthMax = 400

    /// Prepares standard output.
    init(color: ColorChoice) {
        let environment = Terminal.environment
        style = TerminalStyle(color, isTerminal: output.isTerminal, environment: environment)
        width = min(
            Terminal.width(of: output.descriptor, environment: environment),
            Stage.widthMax
        )
    }

    /// How many checks have passed.
    var checkCount: Int { counts.withLock { $0.checks } }

    /// Shows a heading without a number.
    func title(_ text: String) throws {
        try line("")
        try line(style.apply(.bold, to: text))
    }

    /// Begins the next act.
    func act(_ title: String) throws {
        let number = counts.withLock { counts in
            counts.acts += 1
            return counts.acts
        }
        try line("")
        let heading = " \(number)  \(title) "
        let rule = String(repeating: "─", count: max(0, width - heading.cellWidth))
        try line(style.apply(.bold, to: heading) + style.apply(.dim, to: rule))
    }

    /// Says what happens.
    func say(_ text: String) throws {
        try line(Stage.indent + text)
    }

    /// Shows notes as people see them: who, and what.
    func notes(_ notes: [(name: String, content: String)]) throws {
        let nameWidth = notes.map(\.name.terminalSafe.cellWidth).max() ?? 0
        for note in notes {
            let name = note.name.terminalSafe
            let gap = String(repeating: " ", count: nameWidth - name.cellWidth + 2)
            let room = width - Stage.indent.count - 2 - nameWidth - 2
            let content = note.content.terminalSafe.truncated(toCellWidth: room)
            try line(Stage.indent + "│ " + style.apply(.cyan, to: name) + gap + content)
        }
    }

    /// Shows one text as it came.
    func quote(_ text: String) throws {
        try line(Stage.indent + "│ " + style.apply(.cyan, to: text.terminalSafe))
    }

    /// Shows a text of several lines under a heading; nothing if it is empty.
    func quote(_ heading: String, _ text: String) throws {
        guard !text.isEmpty else { return }
        try say("\(heading):")
        for part in text.split(separator: "\n") { try say("│ \(part.terminalSafe)") }
    }

    /// Shows a table of names and facts.
    func summary(_ facts: [(name: String, fact: String)]) throws {
        let nameWidth = facts.map(\.name.cellWidth).max() ?? 0
        try line("")
        for fact in facts {
            let gap = String(repeating: " ", count: nameWidth - fact.name.cellWidth + 2)
            try line(Stage.indent + style.apply(.bold, to: fact.name) + gap + fact.fact)
        }
    }

    /// Marks a step that held; `note` is a number to go with it.
    func pass(_ claim: String, note: String = "") throws {
        counts.withLock { $0.checks += 1 }
        let used = Stage.indent.count + 2 + claim.cellWidth
        let gap = String(repeating: " ", count: max(2, width - used - note.cellWidth))
        let mark = style.apply(.green, to: "✓")
        let tail = note.isEmpty ? "" : gap + style.apply(.dim, to: note)
        try line(Stage.indent + mark + " " + claim + tail)
    }

    /// Marks the step that did not hold.
    func fail(_ mismatch: Mismatch) throws {
        try line(Stage.indent + style.apply(.red, to: "✗ " + mismatch.claim.terminalSafe))
        try line(Stage.indent + "  expected  " + shown(mismatch.expected))
        try line(Stage.indent + "  got       " + shown(mismatch.got))
    }

    private func shown(_ value: String) -> String {
        value.terminalSafe.truncated(toCellWidth: Stage.valueWidthMax)
    }

    private func line(_ text: String) throws(TextOutput.Failure) {
        try output.writeLine(text)
        try output.flush()
    }
}
