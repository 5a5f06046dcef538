extension DecodingSession {
    /// Reads the number that a field holds; all are checked and the last counts.
    func scalar<Value: ProtobufScalar>(
        _ decoder: FieldDecoder
    ) throws(ProtobufDecodingError) -> Value {
        var bits: UInt64 = 0
        for index in try occurrences(of: decoder) {
            let field = fields[index]
            if field.typeBits == Value.wireType.rawValue {
                bits = field.bits
            } else if decoder.isElement, field.isLengthDelimited {
                bits = try nextPacked(index, Value.wireType)
            } else {
                throw .mismatch(expected: Value.wireType, found: field.typeBits)
            }
        }
        return Value(wireBits: bits)
    }

    /// Reads a string; all are checked and the last counts.
    func string(_ decoder: FieldDecoder) throws(ProtobufDecodingError) -> String {
        var text = ""
        for index in try occurrences(of: decoder) {
            text = try unsafe string(in: bytes, contentRange(fields[index]))
        }
        return text
    }

    /// Reads bytes; all are checked and the last counts.
    func byteArray(_ decoder: FieldDecoder) throws(ProtobufDecodingError) -> [UInt8] {
        var range = 0..<0
        for index in try occurrences(of: decoder) { range = try contentRange(fields[index]) }
        return unsafe [UInt8](bytes[range])
    }

    /// Reads all numbers of a list, packed or not.
    func scalars<Value: ProtobufScalar>(
        _ decoder: FieldDecoder,
        appendingTo values: inout [Value]
    ) throws(ProtobufDecodingError) {
        for index in try occurrences(of: decoder) {
            try append(fields[index], to: &values)
        }
    }

    /// Appends the number, or the packed numbers, of one field to a list.
    func append<Value: ProtobufScalar>(
        _ field: WireField,
        to values: inout [Value]
    ) throws(ProtobufDecodingError) {
        let max = limits.elementCountMax
        if field.typeBits == Value.wireType.rawValue {
            guard values.count < max else { throw .limit("too many elements", max) }
            values.append(Value(wireBits: field.bits))
            return
        }
        guard field.isLengthDelimited else {
            throw .mismatch(expected: Value.wireType, found: field.typeBits)
        }
        var cursor = unsafe WireCursor(bytes, range: field.contentRange)
        while !cursor.isAtEnd {
            guard values.count < max else { throw .limit("too many elements", max) }
            values.append(Value(wireBits: try cursor.readValue(Value.wireType)))
        }
    }

    /// Reads a map; of entries with one key the last counts.
    func map<Key: ProtobufMapKey, Value: Decodable>(
        _ decoder: FieldDecoder
    ) throws(ProtobufDecodingError) -> [Key: Value] {
        var map: [Key: Value] = [:]
        for index in try occurrences(of: decoder) {
            let (key, value): (Key, Value) = try entry(decoder, index)
            map[key] = value
        }
        return map
    }

    /// Reads a message that knows how, from all its occurrences.
    func message<Message: ProtobufDecodable>(
        _ type: Message.Type,
        _ decoder: FieldDecoder
    ) throws(ProtobufDecodingError) -> Message {
        var message = Message()
        for index in try occurrences(of: decoder) {
            let content = try contentRange(fields[index])
            try merge(into: &message, content: content, depth: Int(decoder.depth))
        }
        return message
    }

    /// Lets a message that knows how read itself from the given bytes.
    func decodeOpened<Message: ProtobufDecodable>(
        _ type: Message.Type,
        content: Range<Int>,
        depth: Int
    ) throws(ProtobufDecodingError) -> Message {
        var message = Message()
        try merge(into: &message, content: content, depth: depth)
        return message
    }

    /// Lets a message that knows how take over fields from the given bytes.
    func merge<Message: ProtobufDecodable>(
        into message: inout Message,
        content: Range<Int>,
        depth: Int
    ) throws(ProtobufDecodingError) {
        guard depth < limits.depthMax else {
            throw .limit("messages lie too deep in one another", limits.depthMax)
        }
        var reader = ProtobufReader(session: self, content: content, depth: depth + 1)
        try message.merge(from: &reader)
        try reader.skipRest()
    }

    /// Decodes the values whose form `Codable` alone would get wrong; nil if it is none of them.
    func decodeSpecial<Value: Decodable>(
        _ type: Value.Type,
        from decoder: FieldDecoder
    ) throws(ProtobufDecodingError) -> Value? {
        if Value.self == [UInt8].self {
            noteContainer()
            return sameType(try byteArray(decoder), as: type)
        }
        if Value.self == String.self {
            noteContainer()
            return sameType(try string(decoder), as: type)
        }
        guard isSpecial(type), let special = type as? any ProtobufFieldCoded.Type else {
            return nil
        }
        if let message = special as? any ProtobufDecodable.Type {
            return try opened(message, decoder, as: type)
        }
        if let list = special as? any ScalarList.Type {
            return try opened(list, decoder, as: type)
        }
        if let map = special as? any Map.Type {
            return try opened(map, decoder, as: type)
        }
        if let scalar = special as? any ProtobufScalar.Type {
            return try opened(scalar, decoder, as: type)
        }
        if special is any Unordered.Type {
            throw .init(.unsupported, unorderedMessage(type))
        }
        if special is any ProtobufOneof.Type {
            throw .init(.unsupported, "a oneof can only be a property of a message")
        }
        return nil
    }

    /// Checks that bytes are UTF-8 and makes them a string.
    func string(
        in bytes: UnsafeRawBufferPointer,
        _ range: Range<Int>
    ) throws(ProtobufDecodingError) -> String {
        let text = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
        guard let string = unsafe String(validUTF8: text) else { throw .invalidUTF8 }
        return string
    }

    /// Reads the next number of the packed record at an index of `fields`.
    private func nextPacked(
        _ index: Int,
        _ type: ProtobufWireType
    ) throws(ProtobufDecodingError) -> UInt64 {
        var position =
            if let packed, packed.field == index {
                packed
            } else {
                unsafe PackedPosition(
                    field: index,
                    cursor: WireCursor(bytes, range: fields[index].contentRange)
                )
            }
        let bits = try position.cursor.readValue(type)
        packed = position
        return bits
    }

    private func entry<Key: ProtobufMapKey, Value: Decodable>(
        _ decoder: FieldDecoder,
        _ index: Int
    ) throws(ProtobufDecodingError) -> (Key, Value) {
        let count = fields.count
        defer { close(to: count, hint: count) }
        let field = FieldDecoder(
            session: self,
            first: Int32(index),
            end: Int32(index) + 1,
            depth: decoder.depth
        )
        let message = try openMessage(field) { $0 == 1 || $0 == 2 }
        let key = try decode(
            Key.self,
            from: FieldDecoder(self, try find(1, in: message), depth: decoder.depth + 1)
        )
        do throws(ProtobufDecodingError) {
            let value = try decode(
                Value.self,
                from: FieldDecoder(
                    self,
                    try find(2, in: message),
                    depth: decoder.depth + 1,
                    role: .mapValue
                )
            )
            return (key, value)
        } catch {
            throw error.inside("[\(key)]")
        }
    }

    private func opened<Message: ProtobufDecodable, Value>(
        _ message: Message.Type,
        _ decoder: FieldDecoder,
        as type: Value.Type
    ) throws(ProtobufDecodingError) -> Value {
        noteContainer()
        return sameType(try self.message(message, decoder), as: type)
    }

    private func opened<List: ScalarList, Value>(
        _ list: List.Type,
        _ decoder: FieldDecoder,
        as type: Value.Type
    ) throws(ProtobufDecodingError) -> Value {
        noteContainer()
        return sameType(try List(packedIn: decoder), as: type)
    }

    private func opened<Entries: Map, Value>(
        _ map: Entries.Type,
        _ decoder: FieldDecoder,
        as type: Value.Type
    ) throws(ProtobufDecodingError) -> Value {
        noteContainer()
        return sameType(try Entries(entriesIn: decoder), as: type)
    }

    private func opened<Scalar: ProtobufScalar, Value>(
        _ scalar: Scalar.Type,
        _ decoder: FieldDecoder,
        as type: Value.Type
    ) throws(ProtobufDecodingError) -> Value {
        noteContainer()
        let value: Scalar = try self.scalar(decoder)
        return sameType(value, as: type)
    }
}
