/// Writes a message in Swift: what it holds, and how it writes and reads itself.
struct MessageSource {
    let message: Message
    /// Who may use what is written.
    let access: Access

    /// Writes the whole message.
    func write(to text: inout SourceText) {
        text.document(message.documentation)
        text.block("\(access) struct \(message.name): \(kind), Hashable, Sendable {") { text in
            if let name = message.carriedName {
                text.line("/// Its name in the contract.")
                text.line("\(access) static let fullName = \"\(name)\"")
                text.line()
            }
            writeForm(to: &text)
            if message.properties.isEmpty {
                text.line("/// Makes a `\(message.name)`, which has no fields.")
                text.line("\(access) init() {}")
            } else {
                writeProperties(to: &text)
                writeInitialisers(to: &text)
            }
            writeEncoding(to: &text)
            writeDecoding(to: &text)
        }
        for oneof in oneofs { oneof.writeAccessors(to: &text) }
    }

    /// What the message is to whoever does not know its type.
    private var kind: String {
        if message.isPageRequest { return "PageRequest" }
        if message.listed != nil { return "PageResponse" }
        return message.carriedName == nil ? "FormedMessage" : "NamedMessage"
    }

    private var oneofs: [OneofSource] {
        message.properties.compactMap { property in
            if case .oneof(let oneof) = property { source(of: oneof) } else { nil }
        }
    }

    private func source(of oneof: Oneof) -> OneofSource {
        OneofSource(oneof: oneof, messageName: message.name, access: access)
    }

    private func writeForm(to text: inout SourceText) {
        text.line("/// Its fields, by which its JSON is written and read.")
        text.list(
            "\(access) static let form: MessageForm = MessageForm(",
            message.formedFields.map(\.source),
            ")"
        )
        text.line()
    }

    private func writeProperties(to text: inout SourceText) {
        for property in message.properties {
            text.document(property.documentation)
            text.line("\(access) var \(property.name): \(property.type)")
        }
        if let listed = message.listed {
            text.line("/// What the page has.")
            text.line("\(access) var listed: \(listed.swiftType) { \(listed.name) }")
        }
        for oneof in oneofs {
            text.line()
            oneof.write(to: &text)
        }
        text.line()
        text.block("private enum CodingKeys: Int, CodingKey {") { text in
            for property in message.properties {
                text.line("case \(property.name) = \(property.number)")
            }
        }
    }

    private func writeInitialisers(to text: inout SourceText) {
        text.line()
        text.line("/// Makes a `\(message.name)`; what is left out is empty.")
        text.list(
            "\(access) init(",
            message.properties.map { "\($0.name): \($0.type) = \($0.empty)" },
            ") {"
        )
        text.body { text in
            for property in message.properties {
                text.line("self.\(property.name) = \(property.name)")
            }
        }
        text.line()
        text.line("/// Makes the message that no bytes stand for.")
        text.block("\(access) init() {") { text in
            for property in message.properties.prefix(1) {
                text.line("self.init(\(property.name): \(property.empty))")
            }
        }
    }

    private func writeEncoding(to text: inout SourceText) {
        let head =
            "\(access) func encode(into writer: inout ProtobufWriter) "
            + "throws(ProtobufEncodingError) {"
        text.line()
        if message.properties.isEmpty {
            text.line("/// Writes nothing.")
            return text.line(head + "}")
        }
        text.line("/// Writes the fields that are not empty, in ascending order.")
        text.block(head) { text in
            for property in message.properties {
                switch property {
                case .field(let field): writeEncoding(of: field, to: &text)
                case .oneof(let oneof): source(of: oneof).writeEncoding(to: &text)
                }
            }
        }
    }

    private func writeEncoding(of field: Field, to text: inout SourceText) {
        let (name, number) = (field.name, field.number)
        if !field.type.isMessage {
            text.line("\(field.type.isMap ? "try " : "")writer.write(\(name), field: \(number))")
        } else if field.presence == .repeated {
            text.line(
                "for element in \(name) "
                    + "{ try writer.write(message: element, field: \(number)) }"
            )
        } else {
            text.line("if let \(name) { try writer.write(message: \(name), field: \(number)) }")
        }
    }

    private func writeDecoding(to text: inout SourceText) {
        let head =
            "\(access) mutating func merge(from reader: inout ProtobufReader) "
            + "throws(ProtobufDecodingError) {"
        text.line()
        if message.properties.isEmpty {
            text.line("/// Passes over the fields that the reader finds.")
            return text.block(head) { $0.line("while try reader.nextField() != nil {}") }
        }
        text.line("/// Takes over the fields that the reader finds.")
        text.block(head) { text in
            text.block("while let number = try reader.nextField() {") { text in
                text.line("switch number {")
                for property in message.properties { writeDecoding(of: property, to: &text) }
                text.line("default: break")
                text.line("}")
            }
        }
    }

    /// The property of a field, where the reader and the number of the field have names too.
    private func target(_ field: Field) -> String {
        ["reader", "number"].contains(field.name) ? "self." + field.name : field.name
    }

    private func writeDecoding(of property: Message.Property, to text: inout SourceText) {
        switch property {
        case .field(let field):
            text.line("case \(field.number): try reader.read(into: &\(target(field)))")
        case .oneof(let oneof): source(of: oneof).writeDecoding(to: &text)
        }
    }
}
