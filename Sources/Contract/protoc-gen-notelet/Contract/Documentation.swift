/// A comment of a .proto file, to be shown as a documentation comment.
struct Documentation {
    /// The first sentence.
    let summary: String
    /// What follows it; empty if nothing does.
    let discussion: String

    /// Writes a comment by hand.
    init(_ summary: String, _ discussion: String = "") {
        self.summary = summary
        self.discussion = discussion
    }

    /// Takes a comment as it stands in a file: its first sentence is the summary.
    init(comment: String) {
        let words = comment.split { $0 == " " || $0.isNewline }.map(Self.inSwift)
        let end = words.firstIndex { $0.hasSuffix(".") || $0.hasSuffix(".\"") } ?? words.count - 1
        summary = words.prefix(end + 1).joined(separator: " ")
        discussion = words.dropFirst(end + 1).joined(separator: " ")
    }

    /// The comment with one more sentence, if there is one.
    func adding(_ sentence: String?) -> Documentation {
        guard let sentence else { return self }
        return Documentation(summary, discussion.isEmpty ? sentence : discussion + " " + sentence)
    }

    /// The whole comment.
    var text: String { discussion.isEmpty ? summary : summary + " " + discussion }

    /// The lines of the comment, none longer than `columnCountMax` behind the indentation.
    func lines(columnCountMax: Int) -> [String] {
        var lines = Self.wrap(summary, columnCountMax)
        if !discussion.isEmpty { lines += ["///"] + Self.wrap(discussion, columnCountMax) }
        return lines
    }

    /// The lines of the comment where it is said of something in a list, such as a parameter; one
    /// in a list of its own is a step deeper.
    func lines(ofListed name: String, columnCountMax: Int, depth: Int = 0) -> [String] {
        Self.wrap("- \(name): \(text)", columnCountMax, indentation: 2 * depth, hanging: 2)
    }

    /// A word as Swift has it: `User.created_at` as `` `User.createdAt` ``.
    private static func inSwift(_ word: Substring) -> String {
        let name = word.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 2, let type = parts.first, type.first?.isUppercase == true,
            let member = parts.dropFirst().first, member.first?.isLowercase == true
        else { return String(word) }
        let rest = word.dropFirst(type.count + 1 + member.count)
        return "`\(type).\(SwiftName.property(String(member)))`\(rest)"
    }

    private static func wrap(
        _ text: String,
        _ columnCountMax: Int,
        indentation: Int = 0,
        hanging: Int = 0
    ) -> [String] {
        var lines: [String] = []
        var front = "///" + String(repeating: " ", count: indentation)
        var line = front
        for word in text.split(separator: " ") {
            if line.count + 1 + word.count > columnCountMax, line != front {
                lines.append(line)
                front = "///" + String(repeating: " ", count: indentation + hanging)
                line = front
            }
            line += " " + word
        }
        return lines + [line]
    }
}
