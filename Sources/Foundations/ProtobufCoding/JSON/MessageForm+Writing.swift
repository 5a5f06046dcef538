internal import TextForms

extension MessageForm {
    /// The canonical JSON of an encoded message, as with borrowed bytes.
    public func json(
        of message: [UInt8],
        limits: ProtobufDecodingLimits = .replies
    ) throws(ProtobufDecodingError) -> [UInt8] {
        try unsafe json(of: message.span.bytes, limits: limits)
    }

    /// The JSON of an encoded message, in its canonical form: the fields in ascending order of
    /// their numbers, by their names in JSON, without those that are not there or not known.
    ///
    /// - Parameters:
    ///   - message: The bytes of the message.
    ///   - limits: What they may cost.
    /// - Returns: UTF-8.
    /// - Throws: Why the bytes are no such message.
    public func json(
        of message: RawSpan,
        limits: ProtobufDecodingLimits = .replies
    ) throws(ProtobufDecodingError) -> [UInt8] {
        guard message.byteCount <= limits.byteCountMax else {
            throw .limit("the message has \(message.byteCount) bytes", limits.byteCountMax)
        }
        return try unsafe message.withUnsafeBytes {
            (bytes: UnsafeRawBufferPointer) throws(ProtobufDecodingError) -> [UInt8] in
            var writing = unsafe JSONWriting(bytes, limits)
            try writing.write(self, [0..<bytes.count], depth: 1)
            return writing.json
        }
    }
}

/// Writes one message, and those in it, as JSON.
@safe
private struct JSONWriting {
    private let bytes: UnsafeRawBufferPointer
    private let limits: ProtobufDecodingLimits
    private(set) var json: [UInt8] = []

    /// A field that was found, and which of the message's it is.
    private struct Found {
        let index: Int
        let field: WireField
    }

    init(_ bytes: UnsafeRawBufferPointer, _ limits: ProtobufDecodingLimits) {
        unsafe self.bytes = unsafe bytes
        self.limits = limits
        json.reserveCapacity(bytes.count * 2)
    }

    /// Writes a message that lies in these ranges: as protobuf has it, those of one field make one
    /// message together.
    mutating func write(
        _ form: MessageForm,
        _ ranges: [Range<Int>],
        depth: Int
    ) throws(ProtobufDecodingError) {
        try limits.requireRoom(atDepth: depth)
        let found = try find(form, ranges)
        json.append(UInt8(ascii: "{"))
        var rest = found[...]
        var isFirst = true
        while let index = rest.first?.index {
            let end = rest.firstIndex { $0.index != index } ?? rest.endIndex
            let fields = rest[..<end].map(\.field)
            rest = rest[end...]
            let field = form.fields[index]
            do throws(ProtobufDecodingError) {
                try write(fields, of: field, &isFirst, depth)
            } catch {
                throw error.inside(field.name)
            }
        }
        json.append(UInt8(ascii: "}"))
    }

    /// The fields that a message has, those of one number together and in their order.
    private func find(
        _ form: MessageForm,
        _ ranges: [Range<Int>]
    ) throws(ProtobufDecodingError) -> [Found] {
        var found: [Found] = []
        var unknownCount = 0
        var isSorted = true
        for range in ranges {
            var cursor = unsafe WireCursor(bytes, range: range)
            while let field = try cursor.nextField() {
                guard let index = form.index(numbered: field.number) else {
                    unknownCount += 1
                    guard unknownCount <= limits.unknownFieldCountMax else {
                        throw .limit("too many unknown fields", limits.unknownFieldCountMax)
                    }
                    continue
                }
                isSorted = isSorted && index >= found.last?.index ?? 0
                found.append(Found(index: index, field: field))
            }
        }
        if !isSorted {
            found.sort { ($0.index, $0.field.offset) < ($1.index, $1.field.offset) }
        }
        return dropReplaced(found, of: form)
    }

    /// The same without fields of a oneof of which another field was set later.
    private func dropReplaced(_ found: [Found], of form: MessageForm) -> [Found] {
        var last: [String: Found] = [:]
        for found in found {
            guard let name = form.fields[found.index].oneof else { continue }
            if found.field.offset >= last[name]?.field.offset ?? 0 { last[name] = found }
        }
        if last.isEmpty { return found }
        return found.filter { candidate in
            guard let name = form.fields[candidate.index].oneof, let last = last[name] else {
                return true
            }
            return candidate.index == last.index
                && !found.contains { other in
                    form.fields[other.index].oneof == name && other.index != last.index
                        && other.field.offset > candidate.field.offset
                }
        }
    }

    private mutating func write(
        _ fields: [WireField],
        of form: FieldForm,
        _ isFirst: inout Bool,
        _ depth: Int
    ) throws(ProtobufDecodingError) {
        if case .map(let key, let value) = form.content {
            begin(form, &isFirst)
            return try write(entries: fields, key, value, depth)
        }
        guard form.presence != .repeated else {
            let elements = try elements(of: fields, form.content)
            if elements.isEmpty { return }
            begin(form, &isFirst)
            return try write(list: elements, of: form.content, depth)
        }
        guard let last = fields.last else { return }
        try require(last, form.content.wireType)
        if form.presence == .implicit, last.bits == 0 { return }
        begin(form, &isFirst)
        switch form.content {
        case .message, .timestamp, .duration:
            for field in fields { try require(field, .lengthDelimited) }
            try write(messageIn: fields.map(\.contentRange), form.content, depth)
        default: try write(last, form.content, depth)
        }
    }

    /// Writes a message that lies in these ranges together.
    private mutating func write(
        messageIn ranges: [Range<Int>],
        _ content: ContentForm,
        _ depth: Int
    ) throws(ProtobufDecodingError) {
        try limits.requireRoom(atDepth: depth + 1)
        switch content {
        case .message(let form): try write(form(), ranges, depth: depth + 1)
        case .timestamp: try write(wellKnownIn: ranges, ProtobufTimestamp.self, \.jsonText)
        case .duration: try write(wellKnownIn: ranges, ProtobufDuration.self, \.jsonText)
        default: preconditionFailure("What is no message lies in no ranges.")
        }
    }

    private mutating func begin(_ form: FieldForm, _ isFirst: inout Bool) {
        if !isFirst { json.append(UInt8(ascii: ",")) }
        isFirst = false
        json.append(UInt8(ascii: "\""))
        json.append(contentsOf: form.jsonName.utf8)
        json.append(contentsOf: [UInt8(ascii: "\""), UInt8(ascii: ":")])
    }

    private func require(
        _ field: WireField,
        _ type: ProtobufWireType
    ) throws(ProtobufDecodingError) {
        guard field.typeBits == type.rawValue else {
            throw .mismatch(expected: type, found: field.typeBits)
        }
    }

    /// The elements of a repeated field, whose numbers may lie in one record.
    private func elements(
        of fields: [WireField],
        _ content: ContentForm
    ) throws(ProtobufDecodingError) -> [WireField] {
        let type = content.wireType
        if type == .lengthDelimited {
            for field in fields { try require(field, type) }
            return try bounded(fields)
        }
        var elements: [WireField] = []
        for field in fields {
            guard field.isLengthDelimited else {
                try require(field, type)
                elements.append(field)
                continue
            }
            var cursor = unsafe WireCursor(bytes, range: field.contentRange)
            while !cursor.isAtEnd {
                let bits = try cursor.readValue(type)
                elements.append(WireField(tag: field.tag, offset: field.offset, bits: bits))
                elements = try bounded(elements)
            }
        }
        return try bounded(elements)
    }

    private func bounded(_ elements: [WireField]) throws(ProtobufDecodingError) -> [WireField] {
        guard elements.count <= limits.elementCountMax else {
            throw .limit("too many elements", limits.elementCountMax)
        }
        return elements
    }

    private mutating func write(
        list elements: [WireField],
        of content: ContentForm,
        _ depth: Int
    ) throws(ProtobufDecodingError) {
        json.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            do throws(ProtobufDecodingError) {
                try write(element, content, depth)
            } catch {
                throw error.inside("[\(index)]")
            }
        }
        json.append(UInt8(ascii: "]"))
    }

    /// Writes a map; of entries with one key the last counts.
    private mutating func write(
        entries: [WireField],
        _ key: ContentForm,
        _ value: ContentForm,
        _ depth: Int
    ) throws(ProtobufDecodingError) {
        try limits.requireRoom(atDepth: depth + 1)
        var order: [[UInt8]] = []
        var values: [[UInt8]: [UInt8]] = [:]
        for entry in try bounded(entries) {
            try require(entry, .lengthDelimited)
            let fields = MessageForm(
                FieldForm(1, "key", key, .optional),
                FieldForm(2, "value", value, .optional)
            )
            let found = try find(fields, [entry.contentRange])
            let name = try text(of: found.last { $0.index == 0 }?.field, key, depth)
            let isQuoted = name.first == UInt8(ascii: "\"")
            let quoted = isQuoted ? name : [UInt8(ascii: "\"")] + name + [UInt8(ascii: "\"")]
            if values[quoted] == nil { order.append(quoted) }
            values[quoted] = try text(of: found.last { $0.index == 1 }?.field, value, depth)
        }
        json.append(UInt8(ascii: "{"))
        for (index, name) in order.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            json.append(contentsOf: name)
            json.append(UInt8(ascii: ":"))
            json.append(contentsOf: values[name] ?? [])
        }
        json.append(UInt8(ascii: "}"))
    }

    /// What a value is in JSON; the empty one of its type if it is not there.
    private mutating func text(
        of field: WireField?,
        _ content: ContentForm,
        _ depth: Int
    ) throws(ProtobufDecodingError) -> [UInt8] {
        let written = json
        json = []
        defer { json = written }
        if let field { try require(field, content.wireType) }
        let empty = WireField(tag: UInt32(content.wireType.rawValue), offset: 0, bits: 0)
        try write(field ?? empty, content, depth)
        return json
    }

    private mutating func write(
        _ field: WireField,
        _ content: ContentForm,
        _ depth: Int
    ) throws(ProtobufDecodingError) {
        let bits = field.bits
        switch content {
        case .bool: write(word: Bool(wireBits: bits) ? "true" : "false")
        case .int32: write(word: String(Int32(wireBits: bits)))
        case .uint32: write(word: String(UInt32(wireBits: bits)))
        case .int64: write(word: "\"\(Int64(wireBits: bits))\"")
        case .uint64: write(word: "\"\(bits)\"")
        case .float: write(number: Float(wireBits: bits))
        case .double: write(number: Double(wireBits: bits))
        case .openEnum(let form):
            let number = Int32(wireBits: bits)
            write(word: form.name(of: number).map { "\"\($0)\"" } ?? String(number))
        case .string: try write(text: field.contentRange)
        case .bytes:
            json.append(UInt8(ascii: "\""))
            let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[field.contentRange])
            unsafe Base64Text.append(content.bindMemory(to: UInt8.self).span, to: &json)
            json.append(UInt8(ascii: "\""))
        case .message, .timestamp, .duration:
            try write(messageIn: [field.contentRange], content, depth)
        case .map: preconditionFailure("A map is written by its entries.")
        }
    }

    private mutating func write(word: String) {
        json.append(contentsOf: word.utf8)
    }

    private mutating func write<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        number: Number
    ) {
        if number.isNaN {
            write(word: "\"NaN\"")
        } else if number.isInfinite {
            write(word: number < 0 ? "\"-Infinity\"" : "\"Infinity\"")
        } else {
            write(word: String(number))
        }
    }

    private mutating func write(text range: Range<Int>) throws(ProtobufDecodingError) {
        let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
        guard let text = unsafe String(validUTF8: content) else { throw .invalidUTF8 }
        JSONText.append(text, to: &json, escaping: .controls)
    }

    private mutating func write<Message: ProtobufDecodable>(
        wellKnownIn ranges: [Range<Int>],
        _ type: Message.Type,
        _ text: (Message) -> String
    ) throws(ProtobufDecodingError) {
        let decoder = ProtobufDecoder(limits: limits)
        let message: Message
        if ranges.count == 1, let range = ranges.first {
            let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
            message = try unsafe decoder.decode(type, from: content.bytes)
        } else {
            let content = ranges.flatMap { unsafe [UInt8](bytes[$0]) }
            message = try decoder.decode(type, from: content)
        }
        json.append(UInt8(ascii: "\""))
        write(word: text(message))
        json.append(UInt8(ascii: "\""))
    }
}
