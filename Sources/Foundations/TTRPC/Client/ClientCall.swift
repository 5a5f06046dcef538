internal import Networking

/// A call that waits for its end, in the table of its connection.
enum ClientCall {
    /// A unary call, and the timer of its deadline.
    case unary(UnaryCompletion, TimerToken?)
    /// A call with streams of messages, and the timer of its deadline.
    case stream(ClientStreamState, TimerToken?)

    var timer: TimerToken? {
        switch self {
        case .unary(_, let timer), .stream(_, let timer): timer
        }
    }
}

/// Learns how a unary call ended, on the loop; the payload is lent for the time of the call, and
/// empty unless the status is `ok`.
package typealias UnaryCompletion = (_ status: Status, _ payload: RawSpan) -> Void

/// Names one call to whoever may cancel it.
///
/// `@unchecked Sendable`: what it holds is used on the connection's loop alone.
final class CallToken: @unchecked Sendable {
    /// The stream of the call, once it has one.
    var id: StreamID?
    /// Whether the call was cancelled before it had a stream.
    var isCancelled = false
}
