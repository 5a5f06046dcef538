extension EncodingSession {
    /// Writes a number.
    func put(
        _ bits: UInt64,
        _ type: ProtobufWireType,
        at slot: EncodingSlot
    ) throws(ProtobufEncodingError) {
        noteContainer()
        try output.put(bits, type, at: slot)
    }

    /// Writes a string.
    func put(_ value: String, at slot: EncodingSlot) throws(ProtobufEncodingError) {
        noteContainer()
        try output.put(value, at: slot)
    }

    /// Writes bytes.
    func put(_ value: [UInt8], at slot: EncodingSlot) throws(ProtobufEncodingError) {
        noteContainer()
        try output.put(value, at: slot)
    }

    /// Begins the message in a slot, or returns to the one that was begun there.
    func openMessage(at slot: EncodingSlot) throws(ProtobufEncodingError) -> Int32 {
        noteContainer()
        return try output.openMessage(at: slot)
    }

    /// Begins the list in a slot; nothing is written before its first element.
    func openList(at slot: EncodingSlot) throws(ProtobufEncodingError) -> EncodingSlot {
        noteContainer()
        return try output.openList(at: slot)
    }

    /// Writes a message that knows how.
    func put(
        message: some ProtobufEncodable,
        at slot: EncodingSlot
    ) throws(ProtobufEncodingError) {
        let frame = try openMessage(at: slot)
        // The message may come back to this session's class with nested values, so it must not
        // hold on to the session's own writer.
        var writer = output.writer.take()
        do throws(ProtobufEncodingError) {
            try message.encode(into: &writer)
        } catch {
            output.writer = writer
            throw error
        }
        output.writer = writer
        output.close(above: frame - 1)
    }

    /// Writes a map, its entries in the order of the keys.
    func put<Key: ProtobufMapKey, Value: Encodable>(
        map: [Key: Value],
        at slot: EncodingSlot
    ) throws(ProtobufEncodingError) {
        let list = try openList(at: slot)
        for (key, value) in map.sorted(by: { $0.key.isBefore($1.key) }) {
            let entry = try openMessage(at: list)
            try encode(key, at: EncodingSlot(number: 1, frame: entry, mode: .explicit))
            do throws(ProtobufEncodingError) {
                try encode(value, at: EncodingSlot(number: 2, frame: entry, mode: .mapValue))
            } catch {
                throw error.inside("[\(key)]")
            }
        }
    }

    /// Writes the values whose form `Codable` alone would get wrong; false if it is none of them.
    func encodeSpecial<Value: Encodable>(
        _ value: Value,
        at slot: EncodingSlot
    ) throws(ProtobufEncodingError) -> Bool {
        if Value.self == [UInt8].self {
            try put(sameType(value, as: [UInt8].self), at: slot)
        } else if Value.self == String.self {
            try put(sameType(value, as: String.self), at: slot)
        } else if !isSpecial(Value.self) {
            return false
        } else if let message = value as? any ProtobufEncodable {
            try put(message: message, at: slot)
        } else if let scalar = value as? any ProtobufScalar {
            try put(scalar.wireBits, type(of: scalar).wireType, at: slot)
        } else if Value.self is any ProtobufOneof.Type {
            try encodeOneof(value, at: slot)
        } else if let list = value as? any ScalarList {
            try list.encodePacked(to: self, at: slot)
        } else if let map = value as? any Map {
            try map.encodeEntries(to: self, at: slot)
        } else if Value.self is any Unordered.Type {
            throw .init(.unsupported, unorderedMessage(Value.self))
        } else {
            return false
        }
        return true
    }

    private func encodeOneof<Value: Encodable>(
        _ value: Value,
        at slot: EncodingSlot
    ) throws(ProtobufEncodingError) {
        guard slot.mode == .implicit || slot.mode == .explicit else {
            throw .init(.unsupported, "a oneof can only be a property of a message")
        }
        var slot = slot
        slot.mode = .oneof
        do {
            try value.encode(to: FieldEncoder(session: self, slot: slot))
        } catch {
            throw takeFault() ?? ProtobufEncodingError(translating: error)
        }
        noteContainer()
        output.close(above: slot.frame)
    }
}
