import CommandLineInterface
import OperatorCommands
import StoreTools

/// What is wrong with a store or a backup, told as it is found.
final class Findings {
    private(set) var count = 0
    private let context: CommandContext
    private var failure: (any Error)?

    init(_ context: CommandContext) {
        self.context = context
    }

    /// How many there are, in words.
    var text: String { count == 1 ? "1 finding" : "\(count) findings" }

    /// Tells of a finding at once, since the next one may be the end.
    ///
    /// In a document each is a line of its own, before the last one, which sums them up.
    func add(_ finding: StoreFinding) {
        count += 1
        do {
            if context.isJSON {
                try context.output.writeLine(
                    JSON.object([
                        ("table", .nonempty(finding.table)),
                        ("key", .nonempty(finding.key)),
                        ("problem", .string(finding.problem)),
                    ]).text
                )
            } else {
                let place = [finding.table, finding.key].filter { !$0.isEmpty }
                let text = (place.joined(separator: " ") + ": " + finding.problem).terminalSafe
                try context.output.writeLine(place.isEmpty ? finding.problem : text)
            }
            try context.output.flush()
        } catch {
            failure = failure ?? error
        }
    }

    /// Sums up.
    func finish(_ document: [JSON.Member], text: () -> String) throws {
        if let failure { throw failure }
        try context.write(
            document + [("findings", .number(Int64(count))), ("sound", .bool(count == 0))],
            text: text
        )
    }
}
