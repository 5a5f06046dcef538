/// Writes what a message needs for a oneof.
struct OneofSource {
    let oneof: Oneof
    /// The message that holds it.
    let messageName: String
    /// Who may use what is written.
    let access: Access

    /// Writes the enum, which stands within the message.
    func write(to text: inout SourceText) {
        text.document(oneof.documentation)
        text.block("\(access) enum \(oneof.type): ProtobufOneof, Hashable, Sendable {") { text in
            for field in oneof.cases {
                text.document(field.documentation)
                text.line("case \(field.name)(\(field.type.name))")
            }
            text.line()
            text.block("private enum CodingKeys: Int, CodingKey {") { text in
                for field in oneof.cases { text.line("case \(field.name) = \(field.number)") }
            }
        }
    }

    /// Writes the statement that encodes the case that is set.
    func writeEncoding(to text: inout SourceText) {
        text.line("switch \(oneof.name) {")
        for field in oneof.cases {
            let value =
                field.type.isMessage
                ? "try writer.write(message: value, field: \(field.number))"
                : "writer.write(value as \(field.type.name)?, field: \(field.number))"
            text.line("case .\(field.name)(let value): \(value)")
        }
        text.line("case nil: break")
        text.line("}")
    }

    /// Writes the cases of the statement that decodes.
    func writeDecoding(to text: inout SourceText) {
        for field in oneof.cases {
            let value =
                field.type.isMessage
                ? "try reader.read(mergingInto: \(oneof.name)?.\(field.name))"
                : "try reader.readValue()"
            text.line("case \(field.number): \(oneof.name) = .\(field.name)(\(value))")
        }
    }

    /// Writes what tells the message of a case, behind the message.
    func writeAccessors(to text: inout SourceText) {
        let messages = oneof.cases.filter(\.type.isMessage)
        guard !messages.isEmpty else { return }
        text.line()
        text.block("extension \(messageName).\(oneof.type) {") { text in
            for (index, field) in messages.enumerated() {
                if index > 0 { text.line() }
                text.block("fileprivate var \(field.name): \(field.type.name)? {") { text in
                    text.line("if case .\(field.name)(let message) = self { message } else { nil }")
                }
            }
        }
    }
}
