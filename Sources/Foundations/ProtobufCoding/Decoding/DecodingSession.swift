/// The state of decoding one message: the input, and an index of the messages being decoded.
///
/// The index is one flat array used as a stack: a message appends its fields when it is opened
/// and takes them off when its value is complete. The fields of a message are in ascending order
/// of number, and of position within a number, so that a lookup is a glance at the next field or
/// else a binary search.
///
/// The input is borrowed until `end()`. A type that keeps its decoder for later finds no bytes
/// then, and no index: each access is checked against both.
@safe
final class DecodingSession {
    let limits: ProtobufDecodingLimits
    private(set) var bytes: UnsafeRawBufferPointer
    private(set) var fields: [WireField] = []
    /// Where the next lookup looks first: behind the field that was found last.
    private var hint = 0
    /// Whether the value being decoded has asked for a container; one that does not is empty.
    private var containerRequested = false
    private var special = SpecialTypes()
    /// The packed record that a list of elements of unknown type is being read from.
    var packed: PackedPosition?

    /// How far a packed record has been read.
    struct PackedPosition {
        let field: Int
        var cursor: WireCursor
    }

    /// Counts the fields of one message that its type does not know.
    private struct UnknownFields {
        /// The first field that has not been looked at.
        private var next: Int
        private let start: Int
        private let countMax: Int
        private var count = 0

        init(start: Int, countMax: Int) {
            next = start
            self.start = start
            self.countMax = countMax
        }

        /// Looks at the fields only once there are more than may be unknown: asking is slow.
        mutating func check(
            _ fields: [WireField],
            isKnown: (Int) -> Bool
        ) throws(ProtobufDecodingError) {
            guard fields.count - start > countMax else { return }
            while next < fields.count {
                if !isKnown(Int(fields[next].number)) { count += 1 }
                next += 1
            }
            if count > countMax { throw .limit("too many unknown fields", countMax) }
        }
    }

    init(_ bytes: UnsafeRawBufferPointer, limits: ProtobufDecodingLimits) {
        unsafe self.bytes = unsafe bytes
        self.limits = limits
    }

    /// Gives the input back.
    func end() {
        unsafe bytes = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        fields = []
        packed = nil
    }

    /// Decodes the outermost message, which is the whole input.
    func decodeRoot<Value: Decodable>(
        _ type: Value.Type
    ) throws(ProtobufDecodingError) -> Value {
        let count = unsafe bytes.count
        if let type = type as? any ProtobufDecodable.Type {
            return sameType(try decodeOpened(type, content: 0..<count, depth: 0), as: Value.self)
        }
        guard type != String.self, type != [UInt8].self, !isSpecial(type) else {
            throw .init(.unsupported, "only a struct with integer coding keys can be a message")
        }
        fields.reserveCapacity(16)
        fields.append(WireField(tag: 2, offset: 0, bits: UInt64(count)))
        return try decode(type, from: FieldDecoder(session: self, first: 0, end: 1, depth: 0))
    }

    /// Decodes a value of any type from the occurrences of its field.
    func decode<Value: Decodable>(
        _ type: Value.Type,
        from decoder: FieldDecoder
    ) throws(ProtobufDecodingError) -> Value {
        if let value = try decodeSpecial(type, from: decoder) { return value }
        let count = fields.count
        let hint = hint
        defer { close(to: count, hint: hint) }
        containerRequested = false
        do {
            let value = try Value(from: decoder)
            if !containerRequested { _ = try openMessage(decoder) { _ in false } }
            containerRequested = true
            return value
        } catch {
            throw ProtobufDecodingError(translating: error)
        }
    }

    /// Decodes a value of any type from one field that is not in the index.
    func decode<Value: Decodable>(
        _ type: Value.Type,
        _ field: WireField,
        depth: UInt8
    ) throws(ProtobufDecodingError) -> Value {
        let index = fields.count
        let hint = hint
        defer { close(to: index, hint: hint) }
        fields.append(field)
        let range = Int32(index)..<(Int32(index) + 1)
        return try decode(type, from: FieldDecoder(self, range, depth: depth))
    }

    /// Whether the form of a type may be another than its `Codable` conformance gives.
    func isSpecial<Value>(_ type: Value.Type) -> Bool { special.contains(type) }

    /// Notes that the value being decoded is not an empty message.
    func noteContainer() { containerRequested = true }

    /// Indexes the fields of a message and returns where they are in `fields`.
    ///
    /// All occurrences of the message go into one index, which is what merging them means.
    func openMessage(
        _ decoder: FieldDecoder,
        isKnown: (Int) -> Bool
    ) throws(ProtobufDecodingError) -> Range<Int32> {
        containerRequested = true
        guard decoder.depth < limits.depthMax else {
            throw .limit("messages lie too deep in one another", limits.depthMax)
        }
        let start = fields.count
        var last: UInt32 = 0
        var isAscending = true
        var unknown = UnknownFields(start: start, countMax: limits.unknownFieldCountMax)
        for occurrence in try occurrences(of: decoder) {
            let content = try contentRange(fields[occurrence])
            var cursor = unsafe WireCursor(bytes, range: content)
            while let field = try cursor.nextField() {
                if field.number < last { isAscending = false }
                last = field.number
                fields.append(field)
                try unknown.check(fields, isKnown: isKnown)
            }
        }
        if !isAscending {
            fields[start...].sort { ($0.number, $0.offset) < ($1.number, $1.offset) }
        }
        hint = start
        return Int32(start)..<Int32(fields.count)
    }

    /// Takes messages off the index that were opened since it had `count` fields.
    func close(to count: Int, hint: Int) {
        if fields.count > count { fields.removeLast(fields.count - count) }
        self.hint = hint
    }

    /// Where the occurrences of a field are in the index of a message.
    func find(
        _ number: UInt32,
        in message: Range<Int32>
    ) throws(ProtobufDecodingError) -> Range<Int32> {
        let start = Int(message.lowerBound)
        let end = min(Int(message.upperBound), fields.count)
        guard start < end else { return 0..<0 }
        var low = hint
        let isPlausible =
            low >= start && low <= end
            && (low == start || fields[low - 1].number < number)
            && (low == end || fields[low].number >= number)
        if !isPlausible {
            low = start
            var high = end
            while low < high {
                let middle = (low + high) / 2
                if fields[middle].number < number { low = middle + 1 } else { high = middle }
            }
        }
        var high = low
        while high < end, fields[high].number == number { high += 1 }
        hint = high
        if high - low > max(limits.elementCountMax, 1) {
            throw .limit("occurs \(high - low) times", limits.elementCountMax)
        }
        return Int32(low)..<Int32(high)
    }

    /// The indexes of a field's occurrences, checked to be in `fields`.
    func occurrences(of decoder: FieldDecoder) throws(ProtobufDecodingError) -> Range<Int> {
        guard decoder.end <= fields.count else {
            throw .init(.unsupported, "a decoder was used after its message had ended")
        }
        return Int(decoder.first)..<Int(decoder.end)
    }

    /// Where the content of a length-delimited field is.
    func contentRange(_ field: WireField) throws(ProtobufDecodingError) -> Range<Int> {
        guard field.isLengthDelimited else {
            throw .mismatch(expected: .lengthDelimited, found: field.typeBits)
        }
        return field.contentRange
    }
}

extension ProtobufDecodingError {
    /// Brings whatever a type's own coding threw into this form.
    init(translating error: any Error) {
        switch error {
        case let error as ProtobufDecodingError: self = error
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context),
            DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
            self.init(.invalidValue, context.debugDescription)
        default: self.init(.invalidValue, String(describing: error))
        }
    }
}
