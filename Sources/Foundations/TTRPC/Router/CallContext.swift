/// What a handler may know of a call besides its messages.
public struct CallContext: Sendable {
    /// The method that is called.
    public let method: MethodDescriptor
    /// What came beside the request.
    public let metadata: Metadata
    /// The moment by which the caller wants the answer, or nil.
    public let deadline: CallDeadline?
    /// What belongs to the connection rather than to the call.
    public let connection: ConnectionContext
}
