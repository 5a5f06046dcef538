/// Writes the document of all refusals, with what is said to people.
struct RefusalTables {
    let files: [FileSource]

    /// The name of the file.
    static let name = "REFUSALS.md"

    /// The whole file.
    var content: String {
        var text = DocumentText(title: "Refusals")
        text.paragraph("[PROTOCOL](../PROTOCOL.md#refusals) says what the columns mean.")
        for file in files {
            for declared in file.enums { write(declared, of: file, to: &text) }
        }
        return text.text
    }

    private func write(
        _ declared: EnumSource,
        of file: FileSource,
        to text: inout DocumentText
    ) {
        let rules = declared.values.compactMap { value in value.refusal.map { (value, $0) } }
        if rules.isEmpty { return }
        text.heading("Reasons")
        text.paragraph("[The file](../\(file.file.name)).")
        text.table(
            ["Reason", "Number", "Code", "Fields", "Retryable", "English", "Korean", "Japanese"],
            rules.map { value, rule in
                [
                    SwiftName.withoutPrefix(value.contractName, of: declared.name),
                    "\(value.number)", rule.code.contractName,
                    rule.fields.isEmpty ? "-" : rule.fields.joined(separator: ", "),
                    rule.isRetryable ? "yes" : "no", rule.english, rule.korean, rule.japanese,
                ]
            }
        )
        text.heading("Values")
        text.paragraph("What INVALID_VALUE says of these fields.")
        text.table(
            ["Field", "Korean", "Japanese"],
            rules.flatMap(\.1.values).map { ["`\($0.field)`", $0.korean, $0.japanese] }
        )
    }
}

extension StatusCode {
    /// Its name in `google.rpc.Code`: `notFound` as `NOT_FOUND`.
    fileprivate var contractName: String {
        "\(self)".reduce(into: "") { name, letter in
            name += letter.isUppercase ? "_\(letter)" : letter.uppercased()
        }
    }
}
