/// The bytes of one message as they grow, and the messages under construction in them.
///
/// Writing to a frame ends all frames inside it, which is how nested containers, whose end
/// `Codable` does not tell, get theirs. Nothing here calls code of the types being encoded.
struct EncodingOutput: ~Copyable {
    var writer: ProtobufWriter
    /// The open frames, outermost first.
    private var frames: [EncodingFrame] = []

    init(continuing writer: consuming ProtobufWriter) {
        let start = writer.byteCount
        self.writer = writer
        frames.reserveCapacity(4)
        push(0, from: start, start, .message)
    }

    /// Writes a number.
    mutating func put(
        _ bits: UInt64,
        _ type: ProtobufWireType,
        at slot: EncodingSlot
    ) throws(ProtobufEncodingError) {
        if slot.mode == .implicit, bits == 0 { return }
        try prepare(slot)
        if slot.mode == .element {
            try setListKind(.packedList, slot)
        } else {
            writer.appendTag(field: Int(slot.number), type)
        }
        writer.appendValue(bits, type)
    }

    /// Writes numbers as one packed record.
    mutating func put<Value: ProtobufScalar>(
        packed values: [Value],
        at slot: EncodingSlot
    ) throws(ProtobufEncodingError) {
        try prepare(slot)
        try setListKind(.packedList, slot)
        for value in values { writer.appendValue(value.wireBits, Value.wireType) }
    }

    /// Writes a string.
    mutating func put(_ value: String, at slot: EncodingSlot) throws(ProtobufEncodingError) {
        if slot.mode == .implicit, value.isEmpty { return }
        try prepareRecord(slot)
        writer.writeString(value, field: Int(slot.number))
    }

    /// Writes bytes.
    mutating func put(_ value: [UInt8], at slot: EncodingSlot) throws(ProtobufEncodingError) {
        if slot.mode == .implicit, value.isEmpty { return }
        try prepareRecord(slot)
        writer.writeBytes(value, field: Int(slot.number))
    }

    /// Begins the message in a slot, or returns to the one that was begun there.
    mutating func openMessage(at slot: EncodingSlot) throws(ProtobufEncodingError) -> Int32 {
        switch slot.mode {
        case .root, .oneof:
            close(above: slot.frame)
            return slot.frame
        case .element:
            try prepare(slot)
            try setListKind(.recordList, slot)
        case .implicit, .explicit, .mapValue:
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
    mutating func openList(at slot: EncodingSlot) throws(ProtobufEncodingError) -> EncodingSlot {
        guard slot.mode == .implicit || slot.mode == .explicit else {
            throw .init(.unsupported, "a list can only be the value of a field of a message")
        }
        try prepare(slot)
        push(slot.number, from: writer.byteCount, writer.byteCount, .list)
        return EncodingSlot(number: slot.number, frame: slot.frame + 1, mode: .element)
    }

    /// Makes the frame of a slot the innermost and keeps watch over the order of its fields.
    mutating func prepare(_ slot: EncodingSlot) throws(ProtobufEncodingError) {
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
    mutating func setListKind(
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
    mutating func close(above frame: Int32) {
        while frames.count - 1 > Int(frame), let frame = frames.popLast() {
            finish(frame)
        }
    }

    /// Ends all frames.
    mutating func finish() {
        close(above: 0)
        if let root = frames.popLast(), !root.isAscending {
            writer.sortFields(from: root.contentStart)
        }
    }

    private mutating func prepareRecord(_ slot: EncodingSlot) throws(ProtobufEncodingError) {
        try prepare(slot)
        if slot.mode == .element { try setListKind(.recordList, slot) }
    }

    private mutating func push(
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

    private mutating func finish(_ frame: EncodingFrame) {
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
