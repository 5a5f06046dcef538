/// Reads the elements of a repeated field one by one: messages, strings, bytes and types whose
/// own coding asks for a number.
///
/// Small enough to live inside `any UnkeyedDecodingContainer` without an allocation.
struct ListDecodingContainer: UnkeyedDecodingContainer {
    let session: DecodingSession
    private var next: Int32
    private let end: Int32
    private var index: Int32 = 0
    private let depth: UInt8

    init(session: DecodingSession, next: Int32, end: Int32, depth: UInt8) {
        self.session = session
        self.next = next
        self.end = end
        self.depth = depth
    }

    var codingPath: [any CodingKey] { [] }
    /// Unknown: a packed record does not say how many numbers it holds.
    var count: Int? { nil }
    var isAtEnd: Bool { next >= end }
    var currentIndex: Int { Int(index) }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode(_ type: String.Type) throws -> String {
        try element { try $0.decode(type) }
    }
    mutating func decode(_ type: Bool.Type) throws -> Bool { try scalar() }
    mutating func decode(_ type: Double.Type) throws -> Double { try scalar() }
    mutating func decode(_ type: Float.Type) throws -> Float { try scalar() }
    mutating func decode(_ type: Int.Type) throws -> Int { try scalar() }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try scalar() }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try scalar() }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try scalar() }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar() }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar() }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try element { try $0.decode(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try element { try $0.decode(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try element { try $0.decode(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
        try element { try $0.decode(type) }
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try element { try $0.decode(type) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try element { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try element { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try element { $0 } }

    private mutating func scalar<Value: ProtobufScalar>() throws -> Value {
        try element { try $0.scalar(Value.self) }
    }

    /// Reads one element and moves on, behind it or to the next number of its packed record.
    private mutating func element<Value>(_ read: (FieldDecoder) throws -> Value) throws -> Value {
        guard next < end else {
            throw ProtobufDecodingError(.invalidValue, "the list has only \(index) elements")
        }
        guard index < session.limits.elementCountMax else {
            throw ProtobufDecodingError.limit("too many elements", session.limits.elementCountMax)
        }
        let decoder = FieldDecoder(
            session: session,
            first: next,
            end: next + 1,
            depth: depth,
            role: .element
        )
        do {
            let value = try read(decoder)
            advance()
            return value
        } catch {
            throw ProtobufDecodingError(translating: error).inside("[\(index)]")
        }
    }

    private mutating func advance() {
        index += 1
        if let packed = session.packed, packed.field == Int(next), !packed.cursor.isAtEnd { return }
        session.packed = nil
        next += 1
    }
}
