/// Names one call to whoever may cancel it.
///
/// `@unchecked Sendable`: what it holds is used on the connection's loop alone.
final class CallToken: @unchecked Sendable {
    /// The stream of the call, once it has one.
    var id: StreamID?
    /// Whether the call was cancelled before it had a stream.
    var isCancelled = false
}
