/// Decodes proto3 messages into `Codable` structs whose integer coding keys are field numbers.
///
/// `ProtobufEncoder` lists which Swift type stands for which field. A field that is missing gives
/// the default of its type (zero, empty, an empty message) or nil, so a synthesised `init(from:)`
/// is all a struct needs. Fields the type does not know are skipped. Of a singular field that
/// occurs more than once the last value counts; messages are merged, as protobuf has it. Numeric
/// lists may come packed or not.
///
/// The bytes may come from anybody: whatever they hold, the result is a value or an error.
///
/// Two keys of a map that are the same to `String`, as composed and decomposed letters are,
/// become one entry.
public struct ProtobufDecoder: Sendable {
    /// What decoding one message may cost.
    public var limits: ProtobufDecodingLimits

    /// Makes a decoder; by default with the limits for requests.
    public init(limits: ProtobufDecodingLimits = .requests) {
        self.limits = limits
    }

    /// Decodes a message from an array.
    public func decode<Message: Decodable>(
        _ type: Message.Type,
        from bytes: [UInt8]
    ) throws(ProtobufDecodingError) -> Message {
        try unsafe decode(type, from: bytes.span.bytes)
    }

    /// Decodes a message from borrowed bytes, which are not copied first.
    public func decode<Message: Decodable>(
        _ type: Message.Type,
        from bytes: RawSpan
    ) throws(ProtobufDecodingError) -> Message {
        try decode(bytes) { session throws(ProtobufDecodingError) in
            try session.decodeRoot(type)
        }
    }

    /// Decodes a message that reads itself, as its type says: nothing has to be looked up.
    public func decode<Message: ProtobufDecodable>(
        _ type: Message.Type,
        from bytes: RawSpan
    ) throws(ProtobufDecodingError) -> Message {
        try decode(bytes) { session throws(ProtobufDecodingError) in
            try session.decodeOpened(type, content: 0..<bytes.byteCount, depth: 0)
        }
    }

    private func decode<Message>(
        _ bytes: RawSpan,
        _ body: (DecodingSession) throws(ProtobufDecodingError) -> Message
    ) throws(ProtobufDecodingError) -> Message {
        guard bytes.byteCount <= limits.byteCountMax else {
            throw .limit("the message has \(bytes.byteCount) bytes", limits.byteCountMax)
        }
        // The closure spells its error out, or `withUnsafeBytes` would lose the type.
        return try unsafe bytes.withUnsafeBytes {
            (buffer: UnsafeRawBufferPointer) throws(ProtobufDecodingError) -> Message in
            let session = unsafe DecodingSession(buffer, limits: limits)
            defer { session.end() }
            return try body(session)
        }
    }
}
