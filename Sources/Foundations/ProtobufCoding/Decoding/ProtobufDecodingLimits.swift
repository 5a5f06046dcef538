/// Bounds what decoding one message may cost, whoever sent it.
///
/// Each message at every level is held to the limits on its own; the byte count bounds them all.
/// While a message is being decoded, the index of its fields takes 16 bytes for each, which is at
/// most eight times the bytes of the message.
public struct ProtobufDecodingLimits: Sendable, Hashable {
    /// The size of the whole message in bytes; 4 MiB is the largest frame of ttrpc.
    public var byteCountMax: Int
    /// How many messages may lie within one another, the outermost and map entries included.
    public var depthMax: Int
    /// How many elements one repeated or map field may have, and how often a singular one may
    /// occur.
    public var elementCountMax: Int
    /// How many fields that the type does not know one message may have.
    ///
    /// Fields of a oneof count here, as they are not among the keys of the message.
    public var unknownFieldCountMax: Int

    /// Sets limits; those left out are the ones for requests.
    ///
    /// - Parameters:
    ///   - byteCountMax: at most 2^31 - 1, the largest message protobuf has.
    ///   - depthMax: 1 to 100, as each level takes stack.
    ///   - elementCountMax: not negative.
    ///   - unknownFieldCountMax: not negative.
    public init(
        byteCountMax: Int = 4 << 20,
        depthMax: Int = 8,
        elementCountMax: Int = 1_000,
        unknownFieldCountMax: Int = 64
    ) {
        precondition((0...Int(Int32.max)).contains(byteCountMax), "byteCountMax in 0..<2^31")
        precondition((1...100).contains(depthMax), "depthMax in 1...100")
        precondition(elementCountMax >= 0, "elementCountMax is not negative")
        precondition(unknownFieldCountMax >= 0, "unknownFieldCountMax is not negative")
        self.byteCountMax = byteCountMax
        self.depthMax = depthMax
        self.elementCountMax = elementCountMax
        self.unknownFieldCountMax = unknownFieldCountMax
    }

    /// For a server, which decodes what anybody sends: 4 MiB, depth 8, 1,000 elements, 64 unknown.
    public static let requests = ProtobufDecodingLimits()

    /// For a client, which decodes what its own server sends, perhaps a newer one.
    public static let replies = ProtobufDecodingLimits(
        depthMax: 16,
        elementCountMax: 100_000,
        unknownFieldCountMax: 1_024
    )
}
