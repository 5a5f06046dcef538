/// Encodes `Codable` structs, whose integer coding keys are field numbers, as proto3 messages.
///
/// | Swift property | proto3 field |
/// |---|---|
/// | `Int32 Int64 UInt32 UInt64 Bool Float Double String` | int32 int64 uint32 uint64 ... |
/// | `Int UInt` | int64 uint64 |
/// | `SInt32 Fixed64 ...` | sint32 fixed64 ... |
/// | `[UInt8]` | bytes |
/// | `ProtobufEnum`, or a raw `Int32` enum | enum |
/// | an `Encodable` struct | message |
/// | `ProtobufOneof` | oneof |
/// | `[T]` | repeated T, packed if numeric |
/// | `[K: V]` | map<K, V> |
/// | `T?` | optional T |
///
/// The output is canonical: fields ascend by number and map entries by key, so equal values give
/// equal bytes. Default values of fields that are not optional are left out, empty messages
/// included.
public struct ProtobufEncoder: Sendable {
    /// The size in bytes above which a message is refused; 4 MiB is the largest frame of ttrpc.
    public var byteCountMax: Int

    /// Makes an encoder.
    public init(byteCountMax: Int = 4 << 20) {
        precondition((0...Int(Int32.max)).contains(byteCountMax), "byteCountMax in 0..<2^31")
        self.byteCountMax = byteCountMax
    }

    /// Returns the bytes of a message, in an array of exactly their size.
    public func encode(_ value: some Encodable) throws(ProtobufEncodingError) -> [UInt8] {
        try write(value).finish()
    }

    /// Returns the bytes of a message that writes itself, as its type says: nothing has to be
    /// looked up.
    public func encode(
        _ value: some ProtobufEncodable
    ) throws(ProtobufEncodingError) -> [UInt8] {
        var writer = ProtobufWriter()
        try value.encode(into: &writer)
        try check(writer)
        return writer.finish()
    }

    /// Appends the bytes of a message to an array, which is left alone on failure.
    public func encode(
        _ value: some Encodable,
        into bytes: inout [UInt8]
    ) throws(ProtobufEncodingError) {
        try write(value).copyBytes(into: &bytes)
    }

    private func write(_ value: some Encodable) throws(ProtobufEncodingError) -> ProtobufWriter {
        var writer = ProtobufWriter()
        if let message = value as? any ProtobufEncodable {
            try message.encode(into: &writer)
        } else {
            let session = EncodingSession(continuing: writer.take())
            try session.encodeRoot(value)
            writer = session.output.writer.take()
        }
        try check(writer)
        return writer
    }

    private func check(_ writer: borrowing ProtobufWriter) throws(ProtobufEncodingError) {
        guard writer.byteCount <= byteCountMax else {
            throw ProtobufEncodingError(
                .limitExceeded,
                "the message has \(writer.byteCount) bytes; at most \(byteCountMax) allowed"
            )
        }
    }
}
