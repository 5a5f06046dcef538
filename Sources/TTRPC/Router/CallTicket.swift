/// What identifies a unary call between its request and its answer.
struct CallTicket: Sendable {
    let id: StreamID
    let route: Route
    let input: ServerConnectionMachine<ServerCall>.Input
    let deadline: CallDeadline?
    /// The monotonic time of the request; 0 if nobody measures.
    let startNanoseconds: UInt64
}
