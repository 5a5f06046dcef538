extension ProtobufReader {
    /// Reads a number, bool or enum.
    public mutating func read<Value: ProtobufScalar>(
        into value: inout Value
    ) throws(ProtobufDecodingError) {
        value = try readField { field throws(ProtobufDecodingError) in
            guard field.typeBits == Value.wireType.rawValue else {
                throw .mismatch(expected: Value.wireType, found: field.typeBits)
            }
            return Value(wireBits: field.bits)
        }
    }

    /// Reads a number, bool or enum that may be unset.
    public mutating func read<Value: ProtobufScalar>(
        into value: inout Value?
    ) throws(ProtobufDecodingError) {
        var read = Value(wireBits: 0)
        try self.read(into: &read)
        value = read
    }

    /// Reads a string.
    public mutating func read(into value: inout String) throws(ProtobufDecodingError) {
        let session = session
        value = try readField { field throws(ProtobufDecodingError) in
            try unsafe session.string(in: session.bytes, session.contentRange(field))
        }
    }

    /// Reads a string that may be unset.
    public mutating func read(into value: inout String?) throws(ProtobufDecodingError) {
        var read = ""
        try self.read(into: &read)
        value = read
    }

    /// Reads bytes.
    public mutating func read(into value: inout [UInt8]) throws(ProtobufDecodingError) {
        let session = session
        value = try readField { field throws(ProtobufDecodingError) in
            unsafe [UInt8](session.bytes[try session.contentRange(field)])
        }
    }

    /// Reads bytes that may be unset.
    public mutating func read(into value: inout [UInt8]?) throws(ProtobufDecodingError) {
        var read: [UInt8] = []
        try self.read(into: &read)
        value = read
    }

    /// Appends the number, or the packed numbers, of a repeated field.
    public mutating func read<Value: ProtobufScalar>(
        into values: inout [Value]
    ) throws(ProtobufDecodingError) {
        let session = session
        try readField { field throws(ProtobufDecodingError) in
            try session.append(field, to: &values)
        }
    }

    /// Appends an element of repeated strings.
    public mutating func read(into values: inout [String]) throws(ProtobufDecodingError) {
        var value = ""
        try requireRoom(for: values.count)
        try read(into: &value)
        values.append(value)
    }

    /// Appends an element of repeated bytes.
    public mutating func read(into values: inout [[UInt8]]) throws(ProtobufDecodingError) {
        var value: [UInt8] = []
        try requireRoom(for: values.count)
        try read(into: &value)
        values.append(value)
    }

    /// Reads a message that reads itself, merging it into what an earlier occurrence gave.
    public mutating func read<Message: ProtobufDecodable>(
        into value: inout Message
    ) throws(ProtobufDecodingError) {
        let session = session
        let depth = depth
        try readField { field throws(ProtobufDecodingError) in
            let content = try session.contentRange(field)
            try session.merge(into: &value, content: content, depth: depth)
        }
    }

    /// Reads a message that reads itself and may be unset, merging it as above.
    public mutating func read<Message: ProtobufDecodable>(
        into value: inout Message?
    ) throws(ProtobufDecodingError) {
        var read = value ?? Message()
        try self.read(into: &read)
        value = read
    }

    /// Appends an element of repeated messages that read themselves.
    public mutating func read<Message: ProtobufDecodable>(
        into values: inout [Message]
    ) throws(ProtobufDecodingError) {
        try requireRoom(for: values.count)
        var message = Message()
        try read(into: &message)
        values.append(message)
    }

    /// Reads a message by its `Codable` conformance; a later occurrence replaces an earlier one.
    public mutating func read<Message: Decodable>(
        into value: inout Message
    ) throws(ProtobufDecodingError) {
        value = try readCoded()
    }

    /// Reads a message by its `Codable` conformance that may be unset.
    public mutating func read<Message: Decodable>(
        into value: inout Message?
    ) throws(ProtobufDecodingError) {
        value = try readCoded()
    }

    /// Appends an element of repeated messages.
    public mutating func read<Message: Decodable>(
        into values: inout [Message]
    ) throws(ProtobufDecodingError) {
        try requireRoom(for: values.count)
        values.append(try readCoded())
    }

    /// Puts an entry into a map; a later entry of the same key replaces an earlier one.
    public mutating func read<Key: ProtobufMapKey, Value: Codable>(
        into values: inout [Key: Value]
    ) throws(ProtobufDecodingError) {
        try requireRoom(for: values.count)
        let entry: [Key: Value] = try readCoded()
        values.merge(entry) { $1 }
    }

    private mutating func readCoded<Value: Decodable>() throws(ProtobufDecodingError) -> Value {
        let session = session
        let depth = UInt8(depth)
        return try readField { field throws(ProtobufDecodingError) in
            try session.decode(Value.self, field, depth: depth)
        }
    }

    private func requireRoom(for count: Int) throws(ProtobufDecodingError) {
        let max = session.limits.elementCountMax
        if count >= max { throw .limit("too many elements", max) }
    }
}
