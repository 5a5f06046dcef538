/// What a field holds, and how Swift spells it.
enum FieldType: Equatable {
    case string
    case bytes
    /// A number, by the name of its type.
    case number(String)
    case bool
    case openEnum(String)
    case message(String)
    case map(key: String, value: String)

    /// What the field holds, without regard to how often.
    init(_ field: FieldDescriptor, of message: MessageDescriptor) throws(ContractError) {
        let place = "\(message.name).\(field.name)"
        if let entry = Self.mapEntry(field, message) {
            guard let key = entry.fields.first, let value = entry.fields.last else {
                throw ContractError(place, "a map has a key and a value")
            }
            self = .map(
                key: try FieldType(key, of: entry).name,
                value: try FieldType(value, of: entry).name
            )
            return
        }
        switch field.type {
        case 1: self = .number("Double")
        case 2: self = .number("Float")
        case 3: self = .number("Int64")
        case 4: self = .number("UInt64")
        case 5: self = .number("Int32")
        case 8: self = .bool
        case 9: self = .string
        case 11: self = .message(try Self.messageName(field.typeName, place))
        case 12: self = .bytes
        case 13: self = .number("UInt32")
        case 14: self = .openEnum(SwiftName.local(field.typeName))
        default: throw ContractError(place, "groups, fixed and sint types are not supported")
        }
    }

    /// The name of the type in Swift.
    var name: String {
        switch self {
        case .string: "String"
        case .bytes: "[UInt8]"
        case .bool: "Bool"
        case .number(let name), .openEnum(let name), .message(let name): name
        case .map(let key, let value): "[\(key): \(value)]"
        }
    }

    /// The value that is not written.
    var empty: String {
        switch self {
        case .string: "\"\""
        case .bytes: "[]"
        case .number: "0"
        case .bool: "false"
        case .openEnum: ".unspecified"
        case .message: "nil"
        case .map: "[:]"
        }
    }

    var isMessage: Bool {
        if case .message = self { true } else { false }
    }

    var isMap: Bool {
        if case .map = self { true } else { false }
    }

    private static func mapEntry(
        _ field: FieldDescriptor,
        _ message: MessageDescriptor
    ) -> MessageDescriptor? {
        guard field.type == 11 else { return nil }
        return message.nestedTypes.first { nested in
            nested.options?.isMapEntry == true
                && field.typeName.hasSuffix(".\(message.name).\(nested.name)")
        }
    }

    private static func messageName(
        _ fullName: String,
        _ place: String
    ) throws(ContractError) -> String {
        switch fullName {
        case ".google.protobuf.Timestamp": return "Timestamp"
        case ".google.protobuf.Duration": return "ProtobufDuration"
        case let name where name.hasPrefix(".google."):
            throw ContractError(place, "\(name.dropFirst()) is not supported")
        default: return SwiftName.local(fullName)
        }
    }
}
