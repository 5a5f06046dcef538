/// Reads the fields of one message, or the case that is set of a oneof.
struct MessageDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let session: DecodingSession
    /// Where the fields are in the session's index.
    let message: Range<Int32>
    /// How many messages the fields lie in.
    let depth: UInt8
    /// Whether the fields are those of a oneof's case.
    private(set) var isOneofCase = false
    /// The field of keys without a number: the synthesised key `_0` of a oneof's case.
    private(set) var caseNumber: UInt32 = 0

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        var keys: [Key] = []
        var last: UInt32 = 0
        for index in message where Int(index) < session.fields.count {
            let number = session.fields[Int(index)].number
            if number == last { continue }
            last = number
            if let key = Key(intValue: Int(number)) { keys.append(key) }
        }
        return keys
    }

    func contains(_ key: Key) -> Bool {
        guard let field = try? field(key) else { return false }
        return field.first < field.end
    }

    func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try string(key) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scalar(key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try scalar(key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try scalar(key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try other(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try other(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try other(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try other(type, key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try other(type, key)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        contains(key) ? try string(key) : nil
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        contains(key) ? try scalar(key) : nil
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        contains(key) ? try scalar(key) : nil
    }

    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        contains(key) ? try scalar(key) : nil
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        contains(key) ? try scalar(key) : nil
    }

    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        contains(key) ? try scalar(key) : nil
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        contains(key) ? try scalar(key) : nil
    }

    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        contains(key) ? try scalar(key) : nil
    }

    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        contains(key) ? try scalar(key) : nil
    }

    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        contains(key) ? try scalar(key) : nil
    }

    func decodeIfPresent<Value: Decodable>(
        _ type: Value.Type,
        forKey key: Key
    ) throws -> Value? {
        if isOneof(type) { return try oneof(type, key) }
        return try contains(key) ? other(type, key) : nil
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        guard isOneofCase, let number = key.intValue else {
            return try field(key).container(keyedBy: type)
        }
        let container = MessageDecodingContainer<NestedKey>(
            session: session,
            message: message,
            depth: depth,
            isOneofCase: true,
            caseNumber: try checked(number)
        )
        return KeyedDecodingContainer(container)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try field(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        throw ProtobufDecodingError(.unsupported, "a superclass needs a key of its own")
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try field(key) }

    private func scalar<Value: ProtobufScalar>(_ key: Key) throws -> Value {
        do throws(ProtobufDecodingError) {
            return try session.scalar(field(key))
        } catch {
            throw error.inside(place(of: key, in: caseNumber))
        }
    }

    private func string(_ key: Key) throws -> String {
        do throws(ProtobufDecodingError) {
            return try session.string(field(key))
        } catch {
            throw error.inside(place(of: key, in: caseNumber))
        }
    }

    private func other<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        if isOneof(type) {
            guard let value = try oneof(type, key) else {
                throw ProtobufDecodingError.oneofUnset.inside(place(of: key, in: caseNumber))
            }
            return value
        }
        do throws(ProtobufDecodingError) {
            return try session.decode(type, from: field(key))
        } catch {
            throw error.inside(place(of: key, in: caseNumber))
        }
    }

    private func isOneof<Value>(_ type: Value.Type) -> Bool {
        session.isSpecial(type) && type is any ProtobufOneof.Type
    }

    /// Reads a oneof from the fields of this message; nil when none of its cases is set.
    private func oneof<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        let decoder = FieldDecoder(
            session: session,
            first: message.lowerBound,
            end: message.upperBound,
            depth: depth,
            role: .oneof
        )
        do {
            return try Value(from: decoder)
        } catch {
            let error = ProtobufDecodingError(translating: error)
            if error == .oneofUnset { return nil }
            throw error.inside(place(of: key, in: caseNumber))
        }
    }

    private func field(_ key: Key) throws(ProtobufDecodingError) -> FieldDecoder {
        let number = if let number = key.intValue { try checked(number) } else { caseNumber }
        if number == 0 { _ = try checked(0) }
        return FieldDecoder(session, try session.find(number, in: message), depth: depth)
    }

    private func checked(_ number: Int) throws(ProtobufDecodingError) -> UInt32 {
        guard number >= 1, number <= Int(FieldNumber.max) else {
            throw .init(.unsupported, "the coding key has no integer value in 1..<2^29")
        }
        return UInt32(number)
    }
}
