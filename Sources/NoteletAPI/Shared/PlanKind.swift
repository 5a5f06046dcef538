internal import ProtobufCoding

/// Which plan an account has.
public struct PlanKind: OpenEnum {
    /// The number on the wire.
    public let rawValue: Int32

    /// Wraps a number; one that this version does not know is kept.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Not said; never sent by a server.
    public static let unspecified = PlanKind(rawValue: 0)
    /// 5 contacts.
    public static let free = PlanKind(rawValue: 1)
    /// Any number of contacts.
    public static let premium = PlanKind(rawValue: 2)

    /// The names in the contract.
    public static let names: [Int32: String] = [
        0: "PLAN_KIND_UNSPECIFIED",
        1: "PLAN_KIND_FREE",
        2: "PLAN_KIND_PREMIUM",
    ]
}
