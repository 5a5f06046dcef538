/// A call as its handler first sees it: a view of received bytes, lent for the time of the handler.
///
/// It is noncopyable and only ever lent, so that it cannot outlive the bytes. What is needed later
/// is taken along as `context`, which copies.
@safe
public struct IncomingCall: ~Copyable {
    /// What belongs to the connection rather than to the call.
    public let connection: ConnectionContext
    /// The moment by which the caller wants the answer, or nil.
    public let deadline: CallDeadline?

    private let route: Route
    private let envelope: RequestEnvelope
    /// The frame's body: valid as long as this value, which the connection only lends.
    @usableFromInline
    let body: UnsafeRawBufferPointer

    /// Creates the view of an envelope that was read from `body`, which outlives it.
    init(
        _ route: Route,
        _ envelope: RequestEnvelope,
        _ body: UnsafeRawBufferPointer,
        on connection: ConnectionContext,
        deadline: CallDeadline?
    ) {
        self.route = route
        self.envelope = envelope
        unsafe self.body = unsafe body
        self.connection = connection
        self.deadline = deadline
    }

    /// The method that is called.
    public var method: MethodDescriptor { route.method }

    /// Lends the first value of a metadata key, without copying it.
    ///
    /// - Parameters:
    ///   - key: The key in lower case.
    ///   - body: What looks at the value, or at nil if there is none.
    /// - Returns: What `body` returns.
    @inlinable
    public func withMetadataValue<Result>(
        _ key: StaticString,
        _ body: (RawSpan?) -> Result
    ) -> Result {
        guard let place = placeOfMetadataValue(key) else { return body(nil) }
        let received = unsafe self.body.bytes
        return body(received.extracting(place))
    }

    /// Where the first value of a metadata key lies in the body; nil if there is none.
    @usableFromInline
    func placeOfMetadataValue(_ key: StaticString) -> Range<Int>? {
        guard envelope.hasKey(ofByteCount: key.utf8CodeUnitCount) else { return nil }
        let received = unsafe self.body.bytes
        var found: Range<Int>?
        key.withUTF8Buffer { utf8 in
            let wanted = unsafe UnsafeRawBufferPointer(utf8).bytes
            envelope.forEachPair(in: received) { pair in
                guard received.extracting(pair.key).equals(wanted) else { return true }
                found = pair.value
                return false
            }
        }
        return found
    }

    /// A copy of what came beside the request.
    public var metadata: Metadata {
        unsafe envelope.copiedMetadata(in: body.bytes)
    }

    /// What outlives the handler: a copy, for tasks and other threads.
    public var context: CallContext {
        CallContext(method: method, metadata: metadata, deadline: deadline, connection: connection)
    }
}
