internal import ProtobufCoding

/// What hides the lengths of notes from who counts the bytes of a connection.
///
/// Messages that carry notes, and those beside them, have a field `bytes padding = 15` in the
/// contract. It means nothing, so the types here have no property for it: who reads a message
/// passes over it, and who writes a frame lengthens the message by it.
public enum Padding {
    /// The number of the field: the last whose tag takes one byte.
    public static let fieldNumber = 15

    /// The sizes of padded frames, with their headers; longer ones are multiples of the last.
    ///
    /// Four times the size before: what is added stays below three times the message, and the sizes
    /// are few. The last one holds the longest note, fits a record of TLS, and what a server takes
    /// from strangers.
    public static let frameByteCounts = [64, 256, 1_024, 4_096, 16_384]

    /// The key of the metadata by which a client asks for padded replies.
    public static let metadataKey: StaticString = "padding"

    /// What asks for them.
    public static let metadataValue: StaticString = "yes"

    /// Visits the parts of an encoded request that mean something, in their order.
    ///
    /// - Parameters:
    ///   - message: The request; where it is malformed, the rest is one part.
    ///   - visit: Takes a part.
    package static func visitContent(of message: RawSpan, _ visit: (RawSpan) -> Void) {
        message.visitFields(besides: fieldNumber, visit)
    }
}
