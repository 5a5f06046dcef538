/// What there is to say about a call that has ended.
public struct CallRecord: Sendable {
    /// The method, or nil if there is none of that name.
    public let method: MethodDescriptor?
    /// How the call ended.
    public let code: StatusCode
    /// The time from the request to the end, in nanoseconds.
    public let durationNanoseconds: UInt64
}
