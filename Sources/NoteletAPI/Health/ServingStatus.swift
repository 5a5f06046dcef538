internal import ProtobufCoding

/// Whether a server takes calls.
public struct ServingStatus: OpenEnum {
    /// The number on the wire.
    public let rawValue: Int32

    /// Wraps a number; one that this version does not know is kept.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Not said; never sent by a server.
    public static let unspecified = ServingStatus(rawValue: 0)
    /// It takes calls.
    public static let serving = ServingStatus(rawValue: 1)
    /// It is draining or full; fields of other calls say more.
    public static let notServing = ServingStatus(rawValue: 2)

    /// The names in the contract.
    public static let names: [Int32: String] = [
        0: "SERVING_STATUS_UNSPECIFIED",
        1: "SERVING_STATUS_SERVING",
        2: "SERVING_STATUS_NOT_SERVING",
    ]
}
