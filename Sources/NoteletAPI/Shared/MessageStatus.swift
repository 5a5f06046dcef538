internal import ProtobufCoding

/// Whether a note was answered.
public struct MessageStatus: OpenEnum {
    /// The number on the wire.
    public let rawValue: Int32

    /// Wraps a number; one that this version does not know is kept.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Not said, as by servers that know no status: the answer tells.
    public static let unspecified = MessageStatus(rawValue: 0)
    /// It has no answer yet.
    public static let pending = MessageStatus(rawValue: 1)
    /// It has the one answer that it may get.
    public static let answered = MessageStatus(rawValue: 2)

    /// The names in the contract.
    public static let names: [Int32: String] = [
        0: "MESSAGE_STATUS_UNSPECIFIED",
        1: "MESSAGE_STATUS_PENDING",
        2: "MESSAGE_STATUS_ANSWERED",
    ]
}
