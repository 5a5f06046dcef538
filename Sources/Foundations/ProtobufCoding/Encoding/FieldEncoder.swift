/// The encoder that one value sees: it turns into a message, a list or a single value,
/// whichever the value asks for.
///
/// Small enough to live inside `any Encoder` without an allocation.
struct FieldEncoder: Encoder, SingleValueEncodingContainer {
    let session: EncodingSession
    let slot: EncodingSlot

    /// Empty: the path is put together when an error passes, which costs nothing otherwise.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        var frame = slot.frame
        do throws(ProtobufEncodingError) {
            frame = try session.openMessage(at: slot)
        } catch {
            session.fault = session.fault ?? error
        }
        let container = MessageEncodingContainer<Key>(
            session: session,
            frame: frame,
            mode: slot.mode == .oneof ? .oneof : .implicit
        )
        return KeyedEncodingContainer(container)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        do throws(ProtobufEncodingError) {
            return ListEncodingContainer(session: session, slot: try session.openList(at: slot))
        } catch {
            session.fault = session.fault ?? error
            let nowhere = EncodingSlot(number: 0, frame: slot.frame, mode: .element)
            return ListEncodingContainer(session: session, slot: nowhere)
        }
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        session.noteContainer()
        return self
    }

    func encodeNil() throws {
        if slot.mode == .element || slot.mode == .root {
            throw ProtobufEncodingError(.unsupported, "nil has no place in a list or as a message")
        }
    }

    func encode(_ value: String) throws { try session.put(value, at: slot) }
    func encode(_ value: Bool) throws { try put(value) }
    func encode(_ value: Double) throws { try put(value) }
    func encode(_ value: Float) throws { try put(value) }
    func encode(_ value: Int) throws { try put(value) }
    func encode(_ value: Int32) throws { try put(value) }
    func encode(_ value: Int64) throws { try put(value) }
    func encode(_ value: UInt) throws { try put(value) }
    func encode(_ value: UInt32) throws { try put(value) }
    func encode(_ value: UInt64) throws { try put(value) }
    func encode(_ value: Int8) throws { throw unsupported(value) }
    func encode(_ value: Int16) throws { throw unsupported(value) }
    func encode(_ value: UInt8) throws { throw unsupported(value) }
    func encode(_ value: UInt16) throws { throw unsupported(value) }

    func encode<Value: Encodable>(_ value: Value) throws {
        try session.encode(value, at: slot)
        session.noteContainer()
    }

    private func put<Value: ProtobufScalar>(_ value: Value) throws(ProtobufEncodingError) {
        try session.put(value.wireBits, Value.wireType, at: slot)
    }

    private func unsupported<Value>(_ value: Value) -> ProtobufEncodingError {
        ProtobufEncodingError(.unsupported, "\(Value.self) has no protobuf type; use Int32")
    }
}
