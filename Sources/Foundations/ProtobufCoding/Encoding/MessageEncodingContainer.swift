/// Writes the fields of one message, or of a oneof into the message that holds it.
struct MessageEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let session: EncodingSession
    let frame: Int32
    let mode: Mode
    /// The field of keys without a number: the synthesised key `_0` of a oneof's case.
    private(set) var caseNumber: UInt32 = 0

    enum Mode: UInt8 {
        /// The fields of a message: default values are left out.
        case implicit
        /// The cases of a oneof: what is set is written.
        case oneof
    }

    /// `implicit` for a plain property, `explicit` for an optional one that has a value.
    private typealias Presence = EncodingSlot.Mode

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws {}
    func encode(_ value: String, forKey key: Key) throws { try put(value, key, .implicit) }
    func encode(_ value: Bool, forKey key: Key) throws { try put(value, key, .implicit) }
    func encode(_ value: Double, forKey key: Key) throws { try put(value, key, .implicit) }
    func encode(_ value: Float, forKey key: Key) throws { try put(value, key, .implicit) }
    func encode(_ value: Int, forKey key: Key) throws { try put(value, key, .implicit) }
    func encode(_ value: Int32, forKey key: Key) throws { try put(value, key, .implicit) }
    func encode(_ value: Int64, forKey key: Key) throws { try put(value, key, .implicit) }
    func encode(_ value: UInt, forKey key: Key) throws { try put(value, key, .implicit) }
    func encode(_ value: UInt32, forKey key: Key) throws { try put(value, key, .implicit) }
    func encode(_ value: UInt64, forKey key: Key) throws { try put(value, key, .implicit) }
    func encode(_ value: Int8, forKey key: Key) throws { try putOther(value, key, .implicit) }
    func encode(_ value: Int16, forKey key: Key) throws { try putOther(value, key, .implicit) }
    func encode(_ value: UInt8, forKey key: Key) throws { try putOther(value, key, .implicit) }
    func encode(_ value: UInt16, forKey key: Key) throws { try putOther(value, key, .implicit) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try putOther(value, key, .implicit)
    }

    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        if let value { try put(value, key, .explicit) }
    }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        if let value { try put(value, key, .explicit) }
    }

    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        if let value { try put(value, key, .explicit) }
    }

    func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
        if let value { try put(value, key, .explicit) }
    }

    func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        if let value { try put(value, key, .explicit) }
    }

    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
        if let value { try put(value, key, .explicit) }
    }

    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
        if let value { try put(value, key, .explicit) }
    }

    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
        if let value { try put(value, key, .explicit) }
    }

    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
        if let value { try put(value, key, .explicit) }
    }

    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
        if let value { try put(value, key, .explicit) }
    }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        if let value { try putOther(value, key, .explicit) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        guard mode == .oneof, let number = try? session.checked(key.intValue) else {
            return encoder(key).container(keyedBy: keyType)
        }
        let container = MessageEncodingContainer<NestedKey>(
            session: session,
            frame: frame,
            mode: .oneof,
            caseNumber: number
        )
        return KeyedEncodingContainer(container)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        session.fault = ProtobufEncodingError(.unsupported, "a superclass needs a key of its own")
        return FieldEncoder(
            session: session,
            slot: EncodingSlot(number: 0, frame: frame, mode: .implicit)
        )
    }

    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

    private func put<Value: ProtobufScalar>(_ value: Value, _ key: Key, _ presence: Presence) throws
    {
        do throws(ProtobufEncodingError) {
            let slot = try slot(key, presence)
            try session.put(value.wireBits, Value.wireType, at: slot)
        } catch {
            throw error.inside(place(of: key, in: caseNumber))
        }
    }

    private func put(_ value: String, _ key: Key, _ presence: Presence) throws {
        do throws(ProtobufEncodingError) {
            try session.put(value, at: slot(key, presence))
        } catch {
            throw error.inside(place(of: key, in: caseNumber))
        }
    }

    private func putOther<Value: Encodable>(_ value: Value, _ key: Key, _ presence: Presence) throws
    {
        do throws(ProtobufEncodingError) {
            try session.encode(value, at: slot(key, presence))
        } catch {
            throw error.inside(place(of: key, in: caseNumber))
        }
    }

    /// Where the field of a key goes; `set` says that it is an optional that has a value.
    private func slot(_ key: Key, _ presence: Presence) throws(ProtobufEncodingError)
        -> EncodingSlot
    {
        let number =
            if let number = key.intValue { try session.checked(number) } else { caseNumber }
        if number == 0 { _ = try session.checked(nil) }
        let mode = mode == .oneof ? .explicit : presence
        return EncodingSlot(number: number, frame: frame, mode: mode)
    }

    private func encoder(_ key: Key) -> FieldEncoder {
        do throws(ProtobufEncodingError) {
            return FieldEncoder(session: session, slot: try slot(key, .explicit))
        } catch {
            session.fault = session.fault ?? error.inside(place(of: key, in: caseNumber))
            let nowhere = EncodingSlot(number: 0, frame: frame, mode: .implicit)
            return FieldEncoder(session: session, slot: nowhere)
        }
    }
}

/// How a path names a field: its name and number, or the number of the oneof's case it is.
func place(of key: some CodingKey, in caseNumber: UInt32) -> String {
    guard let number = key.intValue else {
        return caseNumber == 0 ? key.stringValue : String(caseNumber)
    }
    return "\(key.stringValue)(\(number))"
}
