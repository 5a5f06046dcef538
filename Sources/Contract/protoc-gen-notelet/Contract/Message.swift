/// A message of the contract, ready to be written in Swift.
struct Message {
    /// Its name, in the contract and in Swift.
    let name: String
    /// Its name with that of its package, by which others carry it; nil for what is only ever asked
    /// or answered by itself.
    let carriedName: String?
    let documentation: Documentation
    /// What it holds, in ascending order of the numbers.
    let properties: [Property]
    /// Whether it has a field that lengthens frames.
    let isPadded: Bool
    /// What its form has, in ascending order of the numbers.
    let formedFields: [FormedField]

    /// A property: a field, or a oneof of several.
    enum Property {
        case field(Field)
        case oneof(Oneof)

        var name: String {
            switch self {
            case .field(let field): field.name
            case .oneof(let oneof): oneof.name
            }
        }

        var documentation: Documentation {
            switch self {
            case .field(let field): field.documentation
            case .oneof(let oneof): oneof.documentation
            }
        }

        /// Its type, with what says that it may be absent or more than one.
        var type: String {
            switch self {
            case .field(let field): field.swiftType
            case .oneof(let oneof): oneof.type + "?"
            }
        }

        /// The value that stands for nothing.
        var empty: String {
            switch self {
            case .field(let field): field.empty
            case .oneof: "nil"
            }
        }

        /// The field number; for a oneof the lowest of its cases.
        var number: Int32 {
            switch self {
            case .field(let field): field.number
            case .oneof(let oneof): oneof.cases.first?.number ?? 0
            }
        }

        fileprivate var lastNumber: Int32 {
            switch self {
            case .field(let field): field.number
            case .oneof(let oneof): oneof.cases.last?.number ?? 0
            }
        }
    }
}

extension Message {
    /// Whether it asks for a page of a list.
    var isPageRequest: Bool {
        has("cursor", "[UInt8]") && has("pageSize", "Int32")
    }

    /// What the pages of a list have, where it is one of those: things, and where it goes on.
    var listed: Field? {
        guard properties.count == 2, has("nextCursor", "[UInt8]"),
            case .field(let things)? = properties.first(where: { $0.name != "nextCursor" }),
            things.presence == .repeated, things.type.isMessage
        else { return nil }
        return things
    }

    /// The one message that it carries, where that is all that it does.
    var content: Field? {
        guard properties.count == 1, case .field(let field)? = properties.first,
            field.type.isMessage, field.presence == .optional
        else { return nil }
        return field
    }

    private func has(_ name: String, _ type: String) -> Bool {
        properties.contains { $0.name == name && $0.type == type }
    }
}

/// A field of a message, or a case of a oneof.
struct Field {
    enum Presence {
        /// The empty value is not written.
        case implicit
        /// Being absent is told from being empty.
        case optional
        case repeated
    }

    let name: String
    let number: Int32
    let type: FieldType
    let presence: Presence
    let documentation: Documentation

    /// Its type, with what says that it may be absent or more than one.
    var swiftType: String {
        switch presence {
        case .implicit: type.name
        case .optional: type.name + "?"
        case .repeated: "[\(type.name)]"
        }
    }

    /// The value that stands for nothing.
    var empty: String {
        switch presence {
        case .implicit: type.empty
        case .optional: "nil"
        case .repeated: "[]"
        }
    }
}

/// One of several fields.
struct Oneof {
    let name: String
    /// The name of its enum.
    let type: String
    let documentation: Documentation
    let cases: [Field]
}

extension Message {
    /// Takes a message out of a file; `usage` is said of it where the file says nothing.
    init(
        at index: Int,
        of file: FileDescriptor,
        _ comments: Comments,
        usage: Documentation?
    ) throws(ContractError) {
        let message = file.messages[index]
        let nested = message.nestedTypes.filter { $0.options?.isMapEntry != true }
        guard nested.isEmpty, message.nestedEnums.isEmpty else {
            throw ContractError(message.name, "declare nested types beside it")
        }
        guard let documentation = comments[4, Int32(index)] ?? usage else {
            throw ContractError(message.name, "say in a comment what it is")
        }
        let fields = try Self.fields(of: message, at: Int32(index), comments)
        name = message.name
        carriedName = usage == nil ? "\(file.package).\(message.name)" : nil
        self.documentation = documentation
        isPadded = message.fields.contains { $0.options?.isPadding == true }
        formedFields = try FormedField.all(of: message)
        properties = try Self.properties(of: message, at: Int32(index), fields, comments)
    }

    private static func fields(
        of message: MessageDescriptor,
        at index: Int32,
        _ comments: Comments
    ) throws(ContractError) -> [(oneof: Int32?, field: Field)] {
        var fields: [(oneof: Int32?, field: Field)] = []
        for (position, field) in message.fields.enumerated()
        where field.options?.isPadding != true {
            guard let documentation = comments[4, index, 2, Int32(position)] else {
                throw ContractError(
                    "\(message.name).\(field.name)",
                    "say in a comment what it is"
                )
            }
            let type = try FieldType(field, of: message)
            let presence: Field.Presence =
                if type.isMap {
                    .implicit
                } else if field.label == FieldDescriptor.repeated {
                    .repeated
                } else if field.isProto3Optional || type.isMessage {
                    .optional
                } else {
                    .implicit
                }
            let read = Field(
                name: SwiftName.property(field.name),
                number: field.number,
                type: type,
                presence: presence,
                documentation: documentation
            )
            fields.append((field.isProto3Optional ? nil : field.oneofIndex, read))
        }
        return fields.sorted { $0.field.number < $1.field.number }
    }

    private static func properties(
        of message: MessageDescriptor,
        at index: Int32,
        _ fields: [(oneof: Int32?, field: Field)],
        _ comments: Comments
    ) throws(ContractError) -> [Property] {
        var properties = fields.filter { $0.oneof == nil }.map { Property.field($0.field) }
        for (position, oneof) in message.oneofs.enumerated() {
            let cases = fields.filter { $0.oneof == Int32(position) }.map(\.field)
            // What is `optional` is a oneof of one field, too.
            guard !cases.isEmpty else { continue }
            guard let documentation = comments[4, index, 8, Int32(position)] else {
                throw ContractError(
                    "\(message.name).\(oneof.name)",
                    "say in a comment what it is"
                )
            }
            properties.append(
                .oneof(
                    Oneof(
                        name: SwiftName.property(oneof.name),
                        type: SwiftName.type(oneof.name),
                        documentation: documentation,
                        cases: cases
                    )
                )
            )
        }
        properties.sort { $0.number < $1.number }
        for (property, next) in zip(properties, properties.dropFirst())
        where property.lastNumber > next.number {
            throw ContractError(
                "\(message.name).\(property.name)",
                "no other field may have a number between those of a oneof"
            )
        }
        return properties
    }
}

/// Which methods take and give a message: what is said of messages that say nothing themselves.
struct MessageUsage {
    private var requests: [String: [String]] = [:]
    private var responses: [String: [String]] = [:]

    /// Looks through the methods of all files.
    init(_ files: [FileDescriptor]) {
        for service in files.flatMap(\.services) {
            for method in service.methods {
                let name = "`\(service.name).\(method.name)`"
                requests[method.requestType, default: []].append(name)
                responses[method.responseType, default: []].append(name)
            }
        }
    }

    /// What a message is by its use; nil if no method uses it.
    func documentation(of fullName: String) -> Documentation? {
        if let methods = requests[fullName] {
            return Documentation("The request of \(methods.joined(separator: " and ")).")
        }
        if let methods = responses[fullName] {
            return Documentation("The response of \(methods.joined(separator: " and ")).")
        }
        return nil
    }
}
