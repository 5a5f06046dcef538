/// The outcome of a call: one of the seventeen codes that gRPC defines.
///
/// A number that is none of them is kept as it came.
public struct StatusCode: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: Int32

    /// Wraps a number from the wire.
    ///
    /// - Parameter rawValue: The number; any value is taken.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The call did what was asked.
    public static let ok = StatusCode(rawValue: 0)
    /// The caller gave up the call.
    public static let cancelled = StatusCode(rawValue: 1)
    /// Something failed that says no more of itself.
    public static let unknown = StatusCode(rawValue: 2)
    /// The request is wrong, whatever the state of the service.
    public static let invalidArgument = StatusCode(rawValue: 3)
    /// The deadline passed before the outcome was known.
    public static let deadlineExceeded = StatusCode(rawValue: 4)
    /// What was asked for does not exist.
    public static let notFound = StatusCode(rawValue: 5)
    /// What was to be made exists already.
    public static let alreadyExists = StatusCode(rawValue: 6)
    /// The caller is known and may not do this.
    public static let permissionDenied = StatusCode(rawValue: 7)
    /// A quota, a limit or a disk is used up.
    public static let resourceExhausted = StatusCode(rawValue: 8)
    /// The service is not in the state that the call needs.
    public static let failedPrecondition = StatusCode(rawValue: 9)
    /// The call lost against another and may be tried anew, from its start.
    public static let aborted = StatusCode(rawValue: 10)
    /// The request is past the end of what is there.
    public static let outOfRange = StatusCode(rawValue: 11)
    /// The service has no such method.
    public static let unimplemented = StatusCode(rawValue: 12)
    /// The service broke one of its own rules.
    public static let `internal` = StatusCode(rawValue: 13)
    /// The service cannot be reached now; the same call may work later.
    public static let unavailable = StatusCode(rawValue: 14)
    /// Data was lost or damaged beyond recovery.
    public static let dataLoss = StatusCode(rawValue: 15)
    /// The caller has not said, or not proven, who it is.
    public static let unauthenticated = StatusCode(rawValue: 16)

    /// All codes that have a name, in the order of their numbers from 0.
    static let known = names.indices.map { StatusCode(rawValue: Int32($0)) }

    private static let names = [
        "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND",
        "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
        "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS",
        "UNAUTHENTICATED",
    ]
}

extension StatusCode: CustomStringConvertible {
    /// The name that gRPC gives the code, such as `NOT_FOUND`.
    public var description: String {
        guard let index = Int(exactly: rawValue), Self.names.indices.contains(index) else {
            return "CODE_\(rawValue)"
        }
        return Self.names[index]
    }
}
