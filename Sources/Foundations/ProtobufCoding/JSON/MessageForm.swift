/// What the fields of a message are called and hold: all that its canonical JSON takes.
///
/// Between the bytes of a message and its JSON nothing more is needed, so that whoever has the one
/// can give the other without a value of the message's type.
public struct MessageForm: Sendable {
    /// The fields, in ascending order of their numbers.
    public let fields: [FieldForm]
    private let indicesByName: [String: Int]
    private let indicesByNumber: [Int: Int]

    /// Describes a message by its fields, in ascending order of their numbers.
    public init(_ fields: FieldForm...) {
        self.fields = fields
        var indicesByName: [String: Int] = [:]
        var indicesByNumber: [Int: Int] = [:]
        for (index, field) in fields.enumerated() {
            indicesByName[field.name] = index
            indicesByName[field.jsonName] = index
            indicesByNumber[field.number] = index
        }
        self.indicesByName = indicesByName
        self.indicesByNumber = indicesByNumber
    }

    /// Which field has a name, in JSON's form or in that of the .proto file; nil if none has.
    func index(named name: String) -> Int? { indicesByName[name] }

    /// Which field has a number; nil if none has.
    func index(numbered number: UInt32) -> Int? { indicesByNumber[Int(number)] }
}

/// What a field of a message is called and holds.
public struct FieldForm: Sendable {
    /// The number on the wire.
    public let number: Int
    /// The name in the .proto file, such as `profile_image_url`.
    public let name: String
    /// The name in JSON, such as `profileImageUrl`.
    public let jsonName: String
    /// What it holds.
    public let content: ContentForm
    /// When it is there.
    public let presence: Presence

    /// When a field is there.
    public enum Presence: Sendable, Hashable {
        /// Where it holds something else than its type's empty value.
        case implicit
        /// Where it was set, to an empty value too.
        case optional
        /// Any number of times.
        case repeated
        /// Where it was set, and none of the other fields of this oneof was set later.
        case oneof(String)
    }

    /// Describes a field.
    public init(
        _ number: Int,
        _ name: String,
        _ content: ContentForm,
        _ presence: Presence = .implicit
    ) {
        self.number = number
        self.name = name
        self.content = content
        self.presence = presence
        jsonName = Self.jsonName(of: name)
    }

    /// The oneof that it is a case of; nil if it is of none.
    var oneof: String? {
        if case .oneof(let name) = presence { name } else { nil }
    }

    /// The name that a field has in JSON unless its declaration says otherwise: without
    /// underscores, and the letter behind each in upper case.
    public static func jsonName(of name: String) -> String {
        var words = name.split(separator: "_", omittingEmptySubsequences: false)[...]
        let first = words.popFirst() ?? ""
        return first + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}

/// What one value of a field is.
public indirect enum ContentForm: Sendable {
    /// True or false.
    case bool
    /// A number of 32 bits with a sign.
    case int32
    /// A number of 64 bits with a sign; a text in JSON, whose numbers are not so exact.
    case int64
    /// A number of 32 bits without a sign.
    case uint32
    /// A number of 64 bits without a sign; a text in JSON.
    case uint64
    /// A number with a fraction in 32 bits.
    case float
    /// A number with a fraction in 64 bits.
    case double
    /// A text.
    case string
    /// Bytes; base64 in JSON.
    case bytes
    /// A number with names; the name in JSON, where there is one.
    case openEnum(EnumForm)
    /// A message. It is asked for when it is needed: messages may hold each other.
    case message(@Sendable () -> MessageForm)
    /// The well-known message of a moment; RFC 3339 in JSON.
    case timestamp
    /// The well-known message of a span of time; seconds with an `s` in JSON.
    case duration
    /// Values by their keys; an object in JSON.
    case map(key: ContentForm, value: ContentForm)
}

/// The names of an enum.
public struct EnumForm: Sendable {
    private let names: [Int32: String]
    private let numbers: [String: Int32]

    /// Describes an enum by its names.
    public init(_ names: [Int32: String]) {
        self.names = names
        numbers = Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })
    }

    func name(of number: Int32) -> String? { names[number] }

    func number(named name: String) -> Int32? { numbers[name] }
}

extension ContentForm {
    /// How a single value lies on the wire.
    var wireType: ProtobufWireType {
        switch self {
        case .bool, .int32, .int64, .uint32, .uint64, .openEnum: .varint
        case .float: .fixed32
        case .double: .fixed64
        case .string, .bytes, .message, .timestamp, .duration, .map: .lengthDelimited
        }
    }
}

extension ProtobufDecodingLimits {
    /// Requires that a message may lie so deep; the outermost is at depth 1.
    func requireRoom(atDepth depth: Int) throws(ProtobufDecodingError) {
        if depth > depthMax { throw .limit("messages lie too deep in one another", depthMax) }
    }
}
