/// The answer that a unary call still waits for, on its event loop.
///
/// It is noncopyable: every way out of a handler either answers it or defers it, and one that does
/// neither answers INTERNAL.
public struct UnaryReply: ~Copyable {
    private var connection: ServerConnection?
    private var ticket: CallTicket

    /// Creates the answer that `connection` waits for.
    init(to ticket: CallTicket, on connection: ServerConnection) {
        self.ticket = ticket
        self.connection = connection
    }

    deinit {
        connection?.answer(ticket, .droppedReply)
    }

    /// Answers with an encoded message.
    ///
    /// - Parameter payload: The message, which is copied.
    public consuming func succeed(_ payload: RawSpan) {
        succeed(byteCount: payload.byteCount) { $0.append(copying: payload) }
    }

    /// Answers with an encoded message.
    ///
    /// - Parameters:
    ///   - payload: The message.
    ///   - padding: What lengthens it, or nil.
    public consuming func succeed(_ payload: [UInt8], padding: FramePadding? = nil) {
        take().answer(ticket, payload, padding: padding)
    }

    /// Answers with a message that is written straight behind its envelope, into the connection's
    /// buffer.
    ///
    /// - Parameters:
    ///   - byteCount: Exactly how many bytes `encode` appends.
    ///   - encode: Appends the message.
    public consuming func succeed(byteCount: Int, encode: (inout OutputRawSpan) -> Void) {
        take().answer(ticket, payloadByteCount: byteCount, encode: encode)
    }

    /// Refuses.
    ///
    /// - Parameter status: What the caller is told; `ok` answers with an empty message.
    public consuming func fail(_ status: Status) {
        take().answer(ticket, status)
    }

    /// Refuses.
    ///
    /// - Parameter error: What the caller is told.
    public consuming func fail(_ error: RPCError) {
        fail(error.status)
    }

    /// Notes a number for the record of the call, such as that of what it was about; 0 until then.
    public mutating func note(tag: UInt64) { ticket.tag = tag }

    /// Puts the answer off: what is returned is answered later, from any thread.
    ///
    /// Meanwhile the call counts against `ServerLimits.runningRequestCountMax` and its share for
    /// one connection.
    ///
    /// - Parameters:
    ///   - group: What it waits for that others do not, if `hasRoom(for:)` said that it may.
    ///   - cancellation: What is told if the caller stops waiting, or nil.
    /// - Returns: The answer, to be given from any thread.
    public consuming func deferred(
        in group: RequestGroup? = nil,
        cancellation: CallCancellation? = nil
    ) -> DeferredReply {
        take().deferReply(ticket, group, cancellation)
    }

    /// Whether another request of a group may be put off; otherwise it is to be refused, as those
    /// of the group have come to rest.
    public borrowing func hasRoom(for group: RequestGroup) -> Bool {
        connection?.serverLoop.hasRoom(for: group) ?? false
    }

    private mutating func take() -> ServerConnection {
        guard let connection = connection.take() else {
            preconditionFailure("A reply is consumed by its first answer.")
        }
        return connection
    }
}

extension Status {
    /// What a caller is told whose handler forgot it.
    static let droppedReply = Status(.internal, "the handler gave no answer")
}
