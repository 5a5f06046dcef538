import ProtobufCoding

/// A field as the form of its message has it: all that JSON takes, padding among it.
struct FormedField {
    let number: Int32
    /// Its name in the .proto file.
    let name: String
    /// What it holds, as Swift spells a `ContentForm`.
    let content: String
    /// When it is there, as Swift spells it; nil where the empty value says that it is not.
    let presence: String?

    /// The fields of a message, in ascending order of their numbers.
    static func all(of message: MessageDescriptor) throws(ContractError) -> [FormedField] {
        var fields: [FormedField] = []
        for field in message.fields { fields.append(try FormedField(field, of: message)) }
        return fields.sorted { $0.number < $1.number }
    }

    private init(
        _ field: FieldDescriptor,
        of message: MessageDescriptor
    ) throws(ContractError) {
        guard field.jsonName == FieldForm.jsonName(of: field.name) else {
            throw ContractError(
                "\(message.name).\(field.name)",
                "a name of its own in JSON is not supported"
            )
        }
        let type = try FieldType(field, of: message)
        number = field.number
        name = field.name
        content = type.content
        presence =
            if type.isMap {
                nil
            } else if field.label == FieldDescriptor.repeated {
                ".repeated"
            } else if let index = field.oneofIndex, !field.isProto3Optional {
                ".oneof(\"\(message.oneofs[Int(index)].name)\")"
            } else if field.isProto3Optional || type.isMessage {
                ".optional"
            } else {
                nil
            }
    }

    /// The field as Swift spells its `FieldForm`.
    var source: String {
        let presence = presence.map { ", " + $0 } ?? ""
        return "FieldForm(\(number), \"\(name)\", \(content)\(presence))"
    }
}

extension FieldType {
    /// What the field holds, as Swift spells a `ContentForm`.
    fileprivate var content: String {
        switch self {
        case .string, .bytes, .bool, .number: Self.content(ofType: name)
        case .openEnum(let name): ".openEnum(\(name).form)"
        case .message("Timestamp"): ".timestamp"
        case .message("ProtobufDuration"): ".duration"
        case .message(let name): ".message { \(name).form }"
        case .map(let key, let value):
            ".map(key: \(Self.content(ofType: key)), value: \(Self.content(ofType: value)))"
        }
    }

    private static func content(ofType name: String) -> String {
        name == "[UInt8]" ? ".bytes" : "." + name.lowercased()
    }
}
