package import CommandLineInterface
import NoteletClient

/// The beginning of an id, as tables show it and commands take it.
package struct IdentifierPrefix: Hashable, Sendable {
    /// The digits in lower case, without dashes.
    let digits: String

    /// Fewer digits are sooner a mistake than an id.
    package static let digitCountMin = 4

    /// Reads hexadecimal digits, with dashes or not; nil if there are too few, or other letters.
    package init?(_ text: String) {
        let digits = text.replacing("-", with: "")
        guard (Self.digitCountMin...32).contains(digits.count),
            digits.allSatisfy({ $0.isASCII && $0.isHexDigit })
        else { return nil }
        self.digits = digits.lowercased()
    }

    /// Whether an id of a message's field begins like this.
    package func matches(_ bytes: [UInt8]) -> Bool {
        identifierText(bytes).replacing("-", with: "").hasPrefix(digits)
    }

    /// What is said when several ids begin like this.
    package func ambiguous(_ context: CommandContext) -> CommandFailure {
        CommandFailure(
            .usage,
            context.phrase(
                "\(digits)(으)로 시작하는 ID가 둘 이상입니다. 더 길게 입력하시기 바랍니다.",
                "More than one id begins with \(digits): give more of it."
            )
        )
    }
}

/// How ids are shown in a table: whole where programs read, short and still distinct on a terminal.
package struct ShownIdentifiers {
    private let letterCount: Int

    /// Where the groups of a UUID end; the first is enough among some thousand notes.
    private static let groupEnds = [8, 13, 18, 23]

    /// Chooses the length for the ids of one table.
    init(_ ids: [[UInt8]], isShort: Bool) {
        let texts = ids.map { identifierText($0) }
        let enough = Self.groupEnds.first { end in
            Set(texts.map { $0.prefix(end) }).count == Set(texts).count
        }
        letterCount = isShort ? enough ?? .max : .max
    }

    /// The id of a message's field.
    package func text(_ bytes: [UInt8]) -> String {
        String(identifierText(bytes).prefix(letterCount))
    }
}

extension CommandContext {
    /// How the ids of a table are shown where the output goes.
    package func shown(_ ids: [[UInt8]]) -> ShownIdentifiers {
        ShownIdentifiers(ids, isShort: output.isTerminal)
    }

    /// Facts with their names, lined up by terminal cells; those without a value are left out.
    package func lines(_ facts: [(String, String)]) -> String {
        FactList.text(facts, style: style)
    }
}
