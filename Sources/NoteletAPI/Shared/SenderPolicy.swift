internal import ProtobufCoding

/// Who may write through a personal link.
public struct SenderPolicy: OpenEnum {
    /// The number on the wire.
    public let rawValue: Int32

    /// Wraps a number; one that this version does not know is kept.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Not said; never sent by a server.
    public static let unspecified = SenderPolicy(rawValue: 0)
    /// Guests too.
    public static let anyone = SenderPolicy(rawValue: 1)
    /// People with an account; they stay as anonymous as they wish.
    public static let signedIn = SenderPolicy(rawValue: 2)

    /// The names in the contract.
    public static let names: [Int32: String] = [
        0: "SENDER_POLICY_UNSPECIFIED",
        1: "SENDER_POLICY_ANYONE",
        2: "SENDER_POLICY_SIGNED_IN",
    ]
}
