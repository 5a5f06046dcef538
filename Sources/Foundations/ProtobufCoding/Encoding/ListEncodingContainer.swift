/// Writes the elements of a repeated field.
///
/// Small enough to live inside `any UnkeyedEncodingContainer` without an allocation.
struct ListEncodingContainer: UnkeyedEncodingContainer {
    let session: EncodingSession
    let slot: EncodingSlot
    private var elementCount: Int32 = 0

    init(session: EncodingSession, slot: EncodingSlot) {
        self.session = session
        self.slot = slot
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int { Int(elementCount) }

    mutating func encodeNil() throws { try element.encodeNil() }
    mutating func encode(_ value: String) throws { try next().encode(value) }
    mutating func encode(_ value: Bool) throws { try next().encode(value) }
    mutating func encode(_ value: Double) throws { try next().encode(value) }
    mutating func encode(_ value: Float) throws { try next().encode(value) }
    mutating func encode(_ value: Int) throws { try next().encode(value) }
    mutating func encode(_ value: Int8) throws { try next().encode(value) }
    mutating func encode(_ value: Int16) throws { try next().encode(value) }
    mutating func encode(_ value: Int32) throws { try next().encode(value) }
    mutating func encode(_ value: Int64) throws { try next().encode(value) }
    mutating func encode(_ value: UInt) throws { try next().encode(value) }
    mutating func encode(_ value: UInt8) throws { try next().encode(value) }
    mutating func encode(_ value: UInt16) throws { try next().encode(value) }
    mutating func encode(_ value: UInt32) throws { try next().encode(value) }
    mutating func encode(_ value: UInt64) throws { try next().encode(value) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        let index = elementCount
        do throws(ProtobufEncodingError) {
            try session.encode(value, at: next().slot)
        } catch {
            throw error.inside("[\(index)]")
        }
    }

    mutating func nestedContainer<Key: CodingKey>(
        keyedBy keyType: Key.Type
    ) -> KeyedEncodingContainer<Key> {
        session.output.close(above: slot.frame)
        return next().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        next().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { next() }

    private var element: FieldEncoder { FieldEncoder(session: session, slot: slot) }

    private mutating func next() -> FieldEncoder {
        elementCount &+= 1
        return element
    }
}
