/// Writes the catalogue of refusals, where an enum declares what goes with its values.
struct RefusalSource {
    private let rules: [(reason: String, rule: RefusalRule)]

    /// Takes what values of an enum say.
    init(reasons: [EnumSource.Value]) {
        rules = reasons.compactMap { value in value.refusal.map { (value.name, $0) } }
    }

    /// Writes the entries; nothing if no value has one.
    func write(to text: inout SourceText) {
        if rules.isEmpty { return }
        text.line()
        text.block("extension RefusalCatalogue {") { text in
            text.line("/// Every reason, in the order of the contract.")
            text.block("public static let entries: [Entry] = [", "]") { text in
                for (reason, rule) in rules { write(reason, rule, to: &text) }
            }
        }
        let values = rules.flatMap(\.rule.values)
        if !values.isEmpty { write(values, to: &text) }
    }

    private func write(_ values: [ValueText], to text: inout SourceText) {
        text.line()
        text.block("extension ValueTexts {") { text in
            text.line("/// The sentences by field, in the order of the contract.")
            text.block("public static let entries: [Entry] = [", "]") { text in
                for value in values {
                    text.block("Entry(", "),") { text in
                        text.line("field: \"\(value.field)\",")
                        text.string("korean: ", value.korean, ",")
                        text.string("japanese: ", value.japanese, "")
                    }
                }
            }
        }
    }

    private func write(_ reason: String, _ rule: RefusalRule, to text: inout SourceText) {
        let fields = rule.fields.map { "\"\($0)\"" }.joined(separator: ", ")
        text.block("Entry(", "),") { text in
            text.line("reason: .\(reason),")
            text.line("code: .\(rule.code),")
            text.line("fields: [\(fields)],")
            text.line("isRetryable: \(rule.isRetryable),")
            text.string("english: ", rule.english, ",")
            text.string("korean: ", rule.korean, ",")
            text.string("japanese: ", rule.japanese, "")
        }
    }
}

extension RefusalRule {
    /// Which facts come with it; nil if none do.
    var factsSentence: String? {
        fields.isEmpty ? nil : "Its facts: \(fields.map { "`\($0)`" }.joined(separator: ", "))."
    }
}
