internal import TextForms

extension MessageForm {
    /// The bytes of the message that a text of JSON tells: fields in ascending order of their
    /// numbers, those with empty values left out as protobuf has it.
    ///
    /// As protobuf's JSON mapping has it, fields go by either of their names, null is a field that
    /// is not there, whole numbers may be written with a fraction of zero or as texts, enums as
    /// numbers, bytes in either alphabet of base64. Fields that are not known are passed over:
    /// whoever sends them may be newer.
    ///
    /// - Parameters:
    ///   - json: UTF-8, from anybody.
    ///   - limits: What it may cost.
    /// - Returns: The encoded message.
    /// - Throws: Why the text is no such message.
    public func message(
        ofJSON json: [UInt8],
        limits: ProtobufDecodingLimits = .requests
    ) throws(ProtobufDecodingError) -> [UInt8] {
        guard json.count <= limits.byteCountMax else {
            throw .limit("the message has \(json.count) bytes", limits.byteCountMax)
        }
        var reading = JSONReading(json, limits)
        try reading.read(self, depth: 1)
        try reading.scanner.end()
        return reading.writer.finish()
    }
}

/// Reads one message, and those in it, out of JSON.
private struct JSONReading: ~Copyable {
    var scanner: JSONScanner
    var writer = ProtobufWriter()
    private let limits: ProtobufDecodingLimits

    init(_ json: [UInt8], _ limits: ProtobufDecodingLimits) {
        scanner = JSONScanner(json, depthMax: limits.depthMax)
        self.limits = limits
    }

    /// Reads an object and writes the fields of a message.
    mutating func read(_ form: MessageForm, depth: Int) throws(ProtobufDecodingError) {
        try limits.requireRoom(atDepth: depth)
        let start = writer.byteCount
        var told = ToldFields()
        var isFirst = true
        try scanner.takeObjectStart()
        while let name = try scanner.takeMember(&isFirst) {
            guard let index = form.index(named: name) else {
                try told.addUnknown(limits)
                try scanner.skipValue()
                continue
            }
            let field = form.fields[index]
            do throws(ProtobufDecodingError) {
                try told.add(field)
                guard try scanner.nextKind() != .null else {
                    try scanner.takeNull()
                    continue
                }
                try told.choose(field)
                try read(field, depth)
            } catch {
                throw error.inside(field.name)
            }
        }
        writer.sortFields(from: start)
    }

    /// Reads the value of a field.
    private mutating func read(
        _ field: FieldForm,
        _ depth: Int
    ) throws(ProtobufDecodingError) {
        if case .map(let key, let value) = field.content {
            return try readMap(field.number, key, value, depth)
        }
        if field.presence == .repeated { return try readList(field, depth) }
        try read(
            field.content,
            number: field.number,
            depth,
            keepsEmpty: field.presence != .implicit
        )
    }

    private mutating func readList(
        _ field: FieldForm,
        _ depth: Int
    ) throws(ProtobufDecodingError) {
        let isPacked = field.content.wireType != .lengthDelimited
        var count = 0
        var isFirst = true
        var packed: [UInt64] = []
        try scanner.takeArrayStart()
        while try scanner.takeElement(&isFirst) {
            do throws(ProtobufDecodingError) {
                guard count < limits.elementCountMax else {
                    throw .limit("too many elements", limits.elementCountMax)
                }
                if isPacked {
                    packed.append(try readBits(field.content))
                } else {
                    try read(field.content, number: field.number, depth, keepsEmpty: true)
                }
            } catch {
                throw error.inside("[\(count)]")
            }
            count += 1
        }
        guard !packed.isEmpty else { return }
        let start = writer.beginRecord(field: field.number)
        for bits in packed { writer.appendValue(bits, field.content.wireType) }
        writer.endRecord(at: start)
    }

    private mutating func readMap(
        _ number: Int,
        _ key: ContentForm,
        _ value: ContentForm,
        _ depth: Int
    ) throws(ProtobufDecodingError) {
        try limits.requireRoom(atDepth: depth + 1)
        var entries: [JSONMapKey: [UInt8]] = [:]
        var isFirst = true
        try scanner.takeObjectStart()
        while let name = try scanner.takeMember(&isFirst) {
            guard entries.count < limits.elementCountMax else {
                throw .limit("too many elements", limits.elementCountMax)
            }
            let start = writer.byteCount
            do throws(ProtobufDecodingError) {
                let key = try JSONMapKey(name, key)
                guard entries[key] == nil else { throw .toldTwice }
                key.write(to: &writer)
                try read(value, number: 2, depth + 1, keepsEmpty: true)
                entries[key] = unsafe writer.withBytes(from: start) { unsafe [UInt8]($0) }
                writer.truncate(to: start)
            } catch {
                throw error.inside("[\(entries.count)]")
            }
        }
        for (_, entry) in entries.sorted(by: { $0.key.isBefore($1.key) }) {
            writer.writeBytes(entry, field: number)
        }
    }

    /// Reads one value and writes it as a field, unless it is empty and that need not be told.
    private mutating func read(
        _ content: ContentForm,
        number: Int,
        _ depth: Int,
        keepsEmpty: Bool
    ) throws(ProtobufDecodingError) {
        switch content {
        case .string:
            let text = try readText("a text")
            if keepsEmpty || !text.isEmpty { writer.writeString(text, field: number) }
        case .bytes:
            guard let bytes = Base64Text.decode(try readText("base64").utf8) else {
                throw .wrongKind("base64")
            }
            if keepsEmpty || !bytes.isEmpty { writer.writeBytes(bytes, field: number) }
        case .message(let form):
            guard try scanner.nextKind() == .object else { throw .wrongKind("an object") }
            let start = writer.beginRecord(field: number)
            try read(form(), depth: depth + 1)
            writer.endRecord(at: start)
        case .timestamp:
            try limits.requireRoom(atDepth: depth + 1)
            guard let moment = ProtobufTimestamp(jsonText: try readText("a moment of RFC 3339"))
            else {
                throw .wrongKind("a moment of RFC 3339")
            }
            writer.writeMessage(field: number) { moment.encode(into: &$0) }
        case .duration:
            try limits.requireRoom(atDepth: depth + 1)
            guard let span = ProtobufDuration(jsonText: try readText("a number of seconds")) else {
                throw .wrongKind("a number of seconds with an 's'")
            }
            writer.writeMessage(field: number) { span.encode(into: &$0) }
        case .map: preconditionFailure("A map is read by its entries.")
        case .bool, .int32, .int64, .uint32, .uint64, .float, .double, .openEnum:
            let bits = try readBits(content)
            guard keepsEmpty || bits != 0 else { return }
            writer.appendTag(field: number, content.wireType)
            writer.appendValue(bits, content.wireType)
        }
    }

    private mutating func readText(
        _ what: String
    ) throws(ProtobufDecodingError) -> String {
        guard try scanner.nextKind() == .string else { throw .wrongKind(what) }
        return try scanner.takeString()
    }

    /// Reads a number, a bool or an enum.
    private mutating func readBits(
        _ content: ContentForm
    ) throws(ProtobufDecodingError) -> UInt64 {
        switch (content, try scanner.nextKind()) {
        case (.bool, .bool): return try scanner.takeBool().wireBits
        case (.bool, _): throw .wrongKind("a bool")
        case (.openEnum(let form), .string):
            let name = try scanner.takeString()
            guard let number = form.number(named: name) else {
                throw .wrongKind("a name of the enum")
            }
            return number.wireBits
        case (_, .string): return try content.bits(ofNumber: try scanner.takeString())
        case (_, .number): return try content.bits(ofNumber: try scanner.takeNumber())
        default: throw .wrongKind("a number")
        }
    }
}

/// Which fields of a message an object has told.
private struct ToldFields {
    private var numbers: Set<Int> = []
    private var oneofs: Set<String> = []
    private var unknownCount = 0

    /// Notes a field, which is told once.
    mutating func add(_ field: FieldForm) throws(ProtobufDecodingError) {
        guard numbers.insert(field.number).inserted else { throw .toldTwice }
    }

    /// Notes that a field is set: one of a oneof at most is.
    mutating func choose(_ field: FieldForm) throws(ProtobufDecodingError) {
        guard let oneof = field.oneof else { return }
        guard oneofs.insert(oneof).inserted else { throw .toldTwice }
    }

    /// Notes a field that is not known.
    mutating func addUnknown(_ limits: ProtobufDecodingLimits) throws(ProtobufDecodingError) {
        unknownCount += 1
        guard unknownCount <= limits.unknownFieldCountMax else {
            throw .limit("too many unknown fields", limits.unknownFieldCountMax)
        }
    }
}

extension ProtobufDecodingError {
    static let toldTwice = Self(.malformed, "is told twice, or beside another of its oneof")

    static func wrongKind(_ what: String) -> Self { Self(.typeMismatch, "has to be \(what)") }
}
