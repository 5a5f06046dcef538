/// The state of encoding one message, shared by the containers and encoders of all its parts.
///
/// They are small values that refer to the session and a frame of its output. What calls into
/// the types being encoded is here; what only writes is in `EncodingOutput`, so that a field
/// costs one access to the session.
final class EncodingSession {
    var output: EncodingOutput
    /// What went wrong where `Codable` has no way to throw; thrown at the end.
    var fault: ProtobufEncodingError?
    /// Whether the value being encoded has asked for a container; one that does not is empty.
    private var containerRequested = false
    private var special = SpecialTypes()

    init(continuing writer: consuming ProtobufWriter) {
        output = EncodingOutput(continuing: writer)
    }

    /// Writes the outermost message.
    func encodeRoot<Value: Encodable>(_ value: Value) throws(ProtobufEncodingError) {
        try encode(value, at: EncodingSlot(number: 0, frame: 0, mode: .root))
        try finish()
    }

    /// Writes one field, in the middle of a hand-written message.
    func encodeField<Value: Encodable>(
        _ value: Value,
        number: Int
    ) throws(ProtobufEncodingError) {
        let slot = EncodingSlot(number: try checked(number), frame: 0, mode: .explicit)
        try encode(value, at: slot)
        try finish()
    }

    /// Writes a value of any type.
    func encode<Value: Encodable>(
        _ value: Value,
        at slot: EncodingSlot
    ) throws(ProtobufEncodingError) {
        output.close(above: slot.frame)
        if try encodeSpecial(value, at: slot) { return }
        containerRequested = false
        do {
            try value.encode(to: FieldEncoder(session: self, slot: slot))
        } catch {
            throw takeFault() ?? ProtobufEncodingError(translating: error)
        }
        if let fault = takeFault() { throw fault }
        if !containerRequested { _ = try output.openMessage(at: slot) }
        containerRequested = true
        output.close(above: slot.frame)
    }

    /// Whether the form of a type may be another than its `Codable` conformance gives.
    func isSpecial<Value>(_ type: Value.Type) -> Bool { special.contains(type) }

    /// Notes that the value being encoded is not an empty message.
    func noteContainer() { containerRequested = true }

    /// What went wrong where nothing could be thrown; it is thrown once, to get its path.
    func takeFault() -> ProtobufEncodingError? {
        defer { fault = nil }
        return fault
    }

    /// Checks that a number can be that of a field.
    func checked(_ number: Int?) throws(ProtobufEncodingError) -> UInt32 {
        guard let number, number >= 1, number <= Int(FieldNumber.max) else {
            throw .init(.unsupported, "the coding key has no integer value in 1..<2^29")
        }
        return UInt32(number)
    }

    private func finish() throws(ProtobufEncodingError) {
        output.finish()
        if let fault = takeFault() { throw fault }
    }
}
