/// A call that has not ended, in the table of its connection.
enum ServerCall {
    /// A unary call whose answer was put off.
    case unary(CallTicket, CallCancellation?)
    /// A call with streams of messages.
    case stream(ServerStream)

    var ticket: CallTicket {
        switch self {
        case .unary(let ticket, _): ticket
        case .stream(let stream): stream.ticket
        }
    }
}

/// What identifies a unary call between its request and its answer.
struct CallTicket: Sendable {
    let id: StreamID
    let route: Route
    let input: ServerConnectionMachine<ServerCall>.Input
    let deadline: CallDeadline?
    /// When the turn of the loop began that read the request, by the monotonic clock.
    let startNanoseconds: UInt64
    /// What the handler has noted, for the record of the call.
    var tag: UInt64 = 0
}
