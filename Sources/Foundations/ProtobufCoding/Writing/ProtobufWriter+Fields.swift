// The type of the property says what is written, as it does with Codable: a plain value is left
// out when it is the default, an optional one is written whenever it is set.
extension ProtobufWriter {
    /// Writes a number, bool or enum unless it is the default.
    public mutating func write(_ value: some ProtobufScalar, field number: Int) {
        let bits = value.wireBits
        if bits != 0 { writeScalar(bits, type(of: value).wireType, field: number) }
    }

    /// Writes a `google.protobuf.Timestamp`, even that of the epoch, which is empty.
    public mutating func writeTimestamp(seconds: Int64, nanos: Int32, field number: Int) {
        let start = beginRecord(field: number)
        if seconds != 0 { writeScalar(UInt64(bitPattern: seconds), .varint, field: 1) }
        if nanos != 0 { writeScalar(UInt64(bitPattern: Int64(nanos)), .varint, field: 2) }
        endRecord(at: start)
    }

    /// Writes a number, bool or enum if it is set.
    public mutating func write<Value: ProtobufScalar>(_ value: Value?, field number: Int) {
        if let value { writeScalar(value.wireBits, Value.wireType, field: number) }
    }

    /// Writes a string unless it is empty.
    public mutating func write(_ value: String, field number: Int) {
        if !value.isEmpty { writeString(value, field: number) }
    }

    /// Writes a string if it is set.
    public mutating func write(_ value: String?, field number: Int) {
        if let value { writeString(value, field: number) }
    }

    /// Writes bytes unless there are none.
    public mutating func write(_ value: [UInt8], field number: Int) {
        if !value.isEmpty { writeBytes(value, field: number) }
    }

    /// Writes bytes if they are set.
    public mutating func write(_ value: [UInt8]?, field number: Int) {
        if let value { writeBytes(value, field: number) }
    }

    /// Writes numbers as one packed record, or nothing when there are none.
    public mutating func write<Value: ProtobufScalar>(_ values: [Value], field number: Int) {
        guard !values.isEmpty else { return }
        let start = beginRecord(field: number)
        for value in values { appendValue(value.wireBits, Value.wireType) }
        endRecord(at: start)
    }

    /// Writes each string.
    public mutating func write(_ values: [String], field number: Int) {
        for value in values { writeString(value, field: number) }
    }

    /// Writes each element of repeated bytes.
    public mutating func write(_ values: [[UInt8]], field number: Int) {
        for value in values { writeBytes(value, field: number) }
    }

    /// Writes a message unless it is empty.
    public mutating func write<Message: Encodable>(
        _ value: Message,
        field number: Int
    ) throws(ProtobufEncodingError) {
        let start = byteCount
        try writeCoded(value, field: number)
        dropEmptyRecord(from: start, field: number)
    }

    /// Writes a message if it is set, also when it is empty.
    public mutating func write<Message: Encodable>(
        _ value: Message?,
        field number: Int
    ) throws(ProtobufEncodingError) {
        if let value { try writeCoded(value, field: number) }
    }

    /// Writes each message.
    public mutating func write<Message: Encodable>(
        _ values: [Message],
        field number: Int
    ) throws(ProtobufEncodingError) {
        for value in values { try writeCoded(value, field: number) }
    }

    /// Writes a message that writes itself unless it is empty.
    public mutating func write<Message: ProtobufEncodable>(
        _ value: Message,
        field number: Int
    ) throws(ProtobufEncodingError) {
        let start = byteCount
        try write(Optional(value), field: number)
        dropEmptyRecord(from: start, field: number)
    }

    /// Writes a message that writes itself if it is set, also when it is empty.
    public mutating func write<Message: ProtobufEncodable>(
        _ value: Message?,
        field number: Int
    ) throws(ProtobufEncodingError) {
        guard let value else { return }
        let start = beginRecord(field: number)
        try value.encode(into: &self)
        endRecord(at: start)
    }

    /// Writes each message of a list; the messages write themselves.
    public mutating func write<Message: ProtobufEncodable>(
        _ values: [Message],
        field number: Int
    ) throws(ProtobufEncodingError) {
        for value in values {
            let start = beginRecord(field: number)
            try value.encode(into: &self)
            endRecord(at: start)
        }
    }

    /// Writes a map, its entries in the order of the keys.
    public mutating func write<Key: ProtobufMapKey, Value: Encodable>(
        _ values: [Key: Value],
        field number: Int
    ) throws(ProtobufEncodingError) {
        if !values.isEmpty { try writeCoded(values, field: number) }
    }

    /// Writes a message field whose content the body writes.
    ///
    /// The size goes in front of the content when the body is done.
    public mutating func writeMessage<Failure: Error>(
        field number: Int,
        _ body: (inout ProtobufWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let start = beginRecord(field: number)
        try body(&self)
        endRecord(at: start)
    }

    /// Writes a bytes, string or encoded message field from bytes that are at hand, even if none.
    public mutating func writeBytes(_ bytes: RawSpan, field number: Int) {
        unsafe bytes.withUnsafeBytes { unsafe appendRecord($0, field: number) }
    }

    mutating func writeBytes(_ bytes: [UInt8], field number: Int) {
        // Bytes have no padding, which is what makes the bytes of other spans unsafe.
        unsafe writeBytes(bytes.span.bytes, field: number)
    }

    mutating func writeString(_ value: String, field number: Int) {
        var value = value
        value.withUTF8 { text in
            unsafe appendRecord(UnsafeRawBufferPointer(text), field: number)
        }
    }

    /// Takes the record of a field back if it has no content.
    private mutating func dropEmptyRecord(from start: Int, field number: Int) {
        let emptyByteCount = Self.varintByteCount(UInt64(number) << 3) + 1
        if byteCount - start == emptyByteCount { truncate(to: start) }
    }

    private mutating func writeScalar(
        _ bits: UInt64,
        _ type: ProtobufWireType,
        field number: Int
    ) {
        appendTag(field: number, type)
        appendValue(bits, type)
    }

    private mutating func writeCoded<Message: Encodable>(
        _ value: Message,
        field number: Int
    ) throws(ProtobufEncodingError) {
        if let message = value as? any ProtobufEncodable {
            let start = beginRecord(field: number)
            try message.encode(into: &self)
            endRecord(at: start)
            return
        }
        let session = EncodingSession(continuing: take())
        var result = Result<Void, ProtobufEncodingError>.success(())
        do throws(ProtobufEncodingError) {
            try session.encodeField(value, number: number)
        } catch {
            result = .failure(error)
        }
        self = session.output.writer.take()
        try result.get()
    }
}
