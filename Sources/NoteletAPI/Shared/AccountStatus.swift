internal import ProtobufCoding

/// Whether an account may act.
public struct AccountStatus: OpenEnum {
    /// The number on the wire.
    public let rawValue: Int32

    /// Wraps a number; one that this version does not know is kept.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Not said; never sent by a server.
    public static let unspecified = AccountStatus(rawValue: 0)
    /// It may act.
    public static let active = AccountStatus(rawValue: 1)
    /// It was switched off by the operator.
    public static let inactive = AccountStatus(rawValue: 2)
    /// Signed out everywhere, and cannot sign in.
    public static let banned = AccountStatus(rawValue: 3)

    /// The names in the contract.
    public static let names: [Int32: String] = [
        0: "ACCOUNT_STATUS_UNSPECIFIED",
        1: "ACCOUNT_STATUS_ACTIVE",
        2: "ACCOUNT_STATUS_INACTIVE",
        3: "ACCOUNT_STATUS_BANNED",
    ]
}
