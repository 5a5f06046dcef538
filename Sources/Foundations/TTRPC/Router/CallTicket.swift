/// What identifies a unary call between its request and its answer.
struct CallTicket: Sendable {
    let id: StreamID
    let route: Route
    let input: ServerConnectionMachine<ServerCall>.Input
    let deadline: CallDeadline?
    /// When the turn of the loop began that read the request, by the monotonic clock.
    let startNanoseconds: UInt64
}
