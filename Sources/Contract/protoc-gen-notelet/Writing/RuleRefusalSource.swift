/// Writes the refusals as rules know them: a case for each reason that a rule has, with its facts.
struct RuleRefusalSource {
    /// The reasons that rules have, with what goes with each.
    let reasons: [(reason: EnumSource.Value, rule: RefusalRule)]
    private let fileName: String

    /// The name of the file.
    static let name = "Refusal.pb.swift"

    /// Takes the reasons of a file; the rest of it is nothing to rules.
    init(_ file: FileDescriptor) throws(ContractError) {
        fileName = file.name
        let comments = Comments(file)
        var reasons: [(EnumSource.Value, RefusalRule)] = []
        for index in file.enums.indices {
            let declared = try EnumSource(at: index, of: file, comments, access: .project)
            reasons += declared.values.compactMap { value in
                value.refusal.map { (value, $0) }
            }
        }
        self.reasons = reasons.filter { !$0.1.isFailure }
    }

    /// The whole file.
    var content: String {
        var text = SourceText(generatedFrom: fileName)
        text.document(
            Documentation(
                "A rule's no, with the facts that the caller needs to understand it.",
                "The words for people live in the catalogue of the wire contract, one entry for "
                    + "each case."
            )
        )
        // Errors of the domain have it, which inlinable functions throw.
        text.line("@usableFromInline")
        text.block("package enum Refusal: Hashable, Sendable {") { text in
            for (reason, rule) in reasons {
                text.document(reason.comment)
                text.line("case \(reason.name)" + Self.parameters(of: rule))
            }
            text.line()
            writeReasons(to: &text)
            text.line()
            writeFacts(to: &text)
            text.line()
            writeSamples(to: &text)
        }
        return text.text
    }

    private func writeReasons(to text: inout SourceText) {
        text.line("/// The number of the reason in the contract.")
        text.block("package var reason: Int32 {") { text in
            text.line("switch self {")
            for (reason, _) in reasons {
                text.line("case .\(reason.name): \(reason.number)")
            }
            text.line("}")
        }
    }

    private func writeFacts(to text: inout SourceText) {
        text.line("/// The facts, by their names in the contract.")
        text.block("package var facts: [String: String] {") { text in
            text.line("switch self {")
            for (reason, rule) in reasons where !rule.fields.isEmpty {
                let names = rule.fields.map { "let " + SwiftName.property($0) }
                text.line("case .\(reason.name)(\(names.joined(separator: ", "))):")
                let facts = rule.fields.map { "\"\($0)\": \(Self.text(of: $0, in: rule))" }
                text.line("    [\(facts.joined(separator: ", "))]")
            }
            text.line("default: [:]")
            text.line("}")
        }
    }

    private func writeSamples(to text: inout SourceText) {
        text.line("/// One of each kind, with facts that mean nothing: for tests that look at all.")
        text.block("package static let samples: [Refusal] = [", "]") { text in
            for (reason, rule) in reasons {
                let facts = rule.fields.map { field in
                    let fact = rule.numbers.contains(field) ? "1" : "\"\(field)\""
                    return "\(SwiftName.property(field)): \(fact)"
                }
                let list = facts.isEmpty ? "" : "(\(facts.joined(separator: ", ")))"
                text.line(".\(reason.name)\(list),")
            }
        }
    }

    private static func parameters(of rule: RefusalRule) -> String {
        if rule.fields.isEmpty { return "" }
        let parameters = rule.fields.map { field in
            SwiftName.property(field) + ": " + (rule.numbers.contains(field) ? "Int" : "String")
        }
        return "(" + parameters.joined(separator: ", ") + ")"
    }

    private static func text(of field: String, in rule: RefusalRule) -> String {
        let name = SwiftName.property(field)
        return rule.numbers.contains(field) ? "String(\(name))" : name
    }
}
