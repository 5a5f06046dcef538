/// The decoder that one value sees: all occurrences of its field, read as a message, a list or
/// a single value, whichever the value asks for.
///
/// Small enough to live inside `any Decoder` without an allocation.
struct FieldDecoder: Decoder, SingleValueDecodingContainer {
    let session: DecodingSession
    /// The first occurrence in the session's index.
    let first: Int32
    /// One past the last occurrence.
    let end: Int32
    /// How many messages the field lies in.
    let depth: UInt8
    let role: Role

    enum Role: UInt8 {
        /// A field of a message.
        case field
        /// One element of a list, or the packed record that holds it.
        case element
        /// The value of a map's entry, which is never a list.
        case mapValue
        /// A oneof; the occurrences are all fields of the message it is in.
        case oneof
    }

    init(
        session: DecodingSession,
        first: Int32,
        end: Int32,
        depth: UInt8,
        role: Role = .field
    ) {
        self.session = session
        self.first = first
        self.end = end
        self.depth = depth
        self.role = role
    }

    init(_ session: DecodingSession, _ range: Range<Int32>, depth: UInt8, role: Role = .field) {
        self.session = session
        first = range.lowerBound
        end = range.upperBound
        self.depth = depth
        self.role = role
    }

    /// Empty: the path is put together when an error passes, which costs nothing otherwise.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var isElement: Bool { role == .element }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        if role == .oneof {
            session.noteContainer()
            return KeyedDecodingContainer(try oneofContainer(type))
        }
        let message = try session.openMessage(self) { Key(intValue: $0) != nil }
        let container = MessageDecodingContainer<Key>(
            session: session,
            message: message,
            depth: depth + 1
        )
        return KeyedDecodingContainer(container)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        session.noteContainer()
        guard role == .field, depth > 0 else {
            let reason = "a list can only be the value of a field of a message"
            throw ProtobufDecodingError(.unsupported, reason)
        }
        session.packed = nil
        return ListDecodingContainer(session: session, next: first, end: end, depth: depth)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        session.noteContainer()
        guard depth > 0 else {
            let reason = "only a struct with integer coding keys can be a message"
            throw ProtobufDecodingError(.unsupported, reason)
        }
        return self
    }

    func decodeNil() -> Bool { first == end }
    func decode(_ type: String.Type) throws -> String { try session.string(self) }
    func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
    func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
    func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
    func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { throw unsupported(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { throw unsupported(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { throw unsupported(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { throw unsupported(type) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try session.decode(type, from: self)
        session.noteContainer()
        return value
    }

    func scalar<Value: ProtobufScalar>(
        _ type: Value.Type
    ) throws(ProtobufDecodingError) -> Value {
        session.noteContainer()
        return try session.scalar(self)
    }

    func scalars<Value: ProtobufScalar>(
        appendingTo values: inout [Value]
    ) throws(ProtobufDecodingError) {
        try requireField()
        try session.scalars(self, appendingTo: &values)
    }

    func map<Key: ProtobufMapKey, Value: Decodable>(
        _ key: Key.Type,
        _ value: Value.Type
    ) throws(ProtobufDecodingError) -> [Key: Value] {
        try requireField()
        return try session.map(self)
    }

    /// Finds the case of a oneof that the bytes set last.
    ///
    /// Setting a case clears what an earlier one held, so only its occurrences after the last one
    /// of any other case count.
    private func oneofContainer<Key: CodingKey>(
        _ type: Key.Type
    ) throws(ProtobufDecodingError) -> MessageDecodingContainer<Key> {
        var last: WireField?
        var lastOther: UInt32 = 0
        var chosen: Range<Int32> = 0..<0
        for index in try session.occurrences(of: self) {
            let field = session.fields[index]
            guard Key(intValue: Int(field.number)) != nil else { continue }
            if let previous = last, previous.number == field.number {
                last = field
                chosen = chosen.lowerBound..<(Int32(index) + 1)
            } else if let previous = last, previous.offset > field.offset {
                lastOther = max(lastOther, field.offset)
            } else {
                lastOther = max(lastOther, last?.offset ?? 0)
                last = field
                chosen = Int32(index)..<(Int32(index) + 1)
            }
        }
        guard last != nil else { throw .oneofUnset }
        var first = chosen.lowerBound
        while first < chosen.upperBound, session.fields[Int(first)].offset < lastOther {
            first += 1
        }
        return MessageDecodingContainer(
            session: session,
            message: first..<chosen.upperBound,
            depth: depth,
            isOneofCase: true
        )
    }

    private func requireField() throws(ProtobufDecodingError) {
        if role != .field || depth == 0 {
            throw .init(.unsupported, "a list can only be the value of a field of a message")
        }
    }

    private func unsupported<Value>(_ type: Value.Type) -> ProtobufDecodingError {
        ProtobufDecodingError(.unsupported, "\(type) has no protobuf type; use Int32")
    }
}
