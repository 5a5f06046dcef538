/// The state of encoding one message: the output and the messages under construction.
///
/// Containers and encoders are small values that refer to a session and a frame. Writing to a
/// frame ends all frames inside it, which is how nested containers, whose end `Codable` does not
/// tell, get theirs.
final class EncodingSession {
    var writer: ProtobufWriter
    /// The open frames, outermost first.
    private(set) var frames: [EncodingFrame] = []
    /// What went wrong where `Codable` has no way to throw; thrown at the end.
    var fault: ProtobufEncodingError?
    /// Whether the value being encoded has asked for a container; one that does not is empty.
    private var containerRequested = false
    private var lastPlainType: ObjectIdentifier?

    init(continuing writer: consuming ProtobufWriter) {
        self.writer = writer
        frames.reserveCapacity(4)
    }

    /// Writes the outermost message.
    func encodeRoot<Value: Encodable>(_ value: Value) throws(ProtobufEncodingError) {
        openRoot()
        try encode(value, at: EncodingSlot(number: 0, frame: 0, mode: .root))
        try finish()
    }

    /// Writes one field, in the middle of a hand-written message.
    func encodeField<Value: Encodable>(
        _ value: Value,
        number: Int
    ) throws(ProtobufEncodingError) {
        openRoot()
        let slot = EncodingSlot(number: try checked(number), frame: 0, mode: .explicit)
        try encode(value, at: slot)
        try finish()
    }

    /// Writes a value of any type.
    func encode<Value: Encodable>(
        _ value: Value,
        at slot: EncodingSlot
    ) throws(ProtobufEncodingError) {
        close(above: slot.frame)
        if try encodeSpecial(value, at: slot) { return }
        containerRequested = false
        do {
            try value.encode(to: FieldEncoder(session: self, slot: slot))
        } catch {
            throw ProtobufEncodingError(translating: error)
        }
        if !containerRequested { _ = try openMessage(at: slot) }
        containerRequested = true
        close(above: slot.frame)
    }

    /// Whether the form of a type may be another than its `Codable` conformance gives.
    ///
    /// The question costs a conformance lookup, so the answer for the last plain type is kept:
    /// the messages of a list are all of one.
    func isSpecial<Value>(_ type: Value.Type) -> Bool {
        let identifier = ObjectIdentifier(type)
        if identifier == lastPlainType { return false }
        if type is any ProtobufFieldCoded.Type { return true }
        lastPlainType = identifier
        return false
    }

    /// Notes that the value being encoded is not an empty message.
    func noteContainer() { containerRequested = true }

    /// Begins the message in a slot, or returns to the one that was begun there.
    func openMessage(at slot: EncodingSlot) throws(ProtobufEncodingError) -> Int32 {
        containerRequested = true
        switch slot.mode {
        case .root, .oneof:
            close(above: slot.frame)
            return slot.frame
        case .element:
            try prepare(slot)
            try setListKind(.recordList, slot)
        case .implicit, .explicit:
            let inner = Int(slot.frame) + 1
            if inner < frames.count, frames[inner].number == slot.number, frames[inner].isMessage {
                close(above: slot.frame + 1)
                return slot.frame + 1
            }
            try prepare(slot)
        }
        let recordStart = writer.byteCount
        let contentStart = writer.beginRecord(field: Int(slot.number))
        let kind: EncodingFrame.Kind = slot.mode == .implicit ? .messageUnlessEmpty : .message
        push(slot.number, from: recordStart, contentStart, kind)
        return slot.frame + 1
    }

    /// Begins the list in a slot; nothing is written before its first element.
    func openList(at slot: EncodingSlot) throws(ProtobufEncodingError) -> EncodingSlot {
        containerRequested = true
        guard slot.mode == .implicit || slot.mode == .explicit else {
            throw .init(.unsupported, "a list can only be the value of a field of a message")
        }
        try prepare(slot)
        push(slot.number, from: writer.byteCount, writer.byteCount, .list)
        return EncodingSlot(number: slot.number, frame: slot.frame + 1, mode: .element)
    }

    /// Makes the frame of a slot the innermost and keeps watch over the order of its fields.
    func prepare(_ slot: EncodingSlot) throws(ProtobufEncodingError) {
        guard slot.frame < frames.count else {
            throw .init(.unsupported, "a container was used after its message had ended")
        }
        guard slot.number != 0 else {
            throw .init(.unsupported, "only a struct with integer coding keys can be a message")
        }
        close(above: slot.frame)
        let index = Int(slot.frame)
        if slot.number < frames[index].lastNumber { frames[index].isAscending = false }
        frames[index].lastNumber = slot.number
    }

    /// Settles that the list of an element is packed or is not.
    func setListKind(
        _ kind: EncodingFrame.Kind,
        _ slot: EncodingSlot
    ) throws(ProtobufEncodingError) {
        let index = Int(slot.frame)
        if frames[index].kind == kind { return }
        guard frames[index].kind == .list else {
            throw .init(.unsupported, "a list mixes numbers with other elements")
        }
        frames[index].kind = kind
        if kind == .packedList {
            frames[index].contentStart = writer.beginRecord(field: Int(slot.number))
        }
    }

    /// Ends all frames inside the given one.
    func close(above frame: Int32) {
        while frames.count - 1 > Int(frame), let frame = frames.popLast() {
            finish(frame)
        }
    }

    /// Checks that a number can be that of a field.
    func checked(_ number: Int?) throws(ProtobufEncodingError) -> UInt32 {
        guard let number, number >= 1, number <= Int(FieldNumber.max) else {
            throw .init(.unsupported, "the coding key has no integer value in 1..<2^29")
        }
        return UInt32(number)
    }

    private func openRoot() {
        push(0, from: writer.byteCount, writer.byteCount, .message)
    }

    private func finish() throws(ProtobufEncodingError) {
        close(above: 0)
        if let root = frames.popLast(), !root.isAscending {
            writer.sortFields(from: root.contentStart)
        }
        if let fault { throw fault }
    }

    private func push(
        _ number: UInt32,
        from recordStart: Int,
        _ contentStart: Int,
        _ kind: EncodingFrame.Kind
    ) {
        frames.append(
            EncodingFrame(
                number: number,
                recordStart: recordStart,
                contentStart: contentStart,
                kind: kind
            )
        )
    }

    private func finish(_ frame: EncodingFrame) {
        switch frame.kind {
        case .messageUnlessEmpty where writer.byteCount == frame.contentStart:
            writer.truncate(to: frame.recordStart)
        case .message, .messageUnlessEmpty:
            if !frame.isAscending { writer.sortFields(from: frame.contentStart) }
            writer.endRecord(at: frame.contentStart)
        case .packedList:
            writer.endRecord(at: frame.contentStart)
        case .list, .recordList:
            break
        }
    }
}
