/// Says when there is something to clear: at once when somebody is to be erased, and when the
/// server's clock says so.
///
/// However often it rings while nobody listens, that is one round of clearing.
package struct ClearingBell: Sendable {
    /// Gives an element for each time that the bell rang; for one listener.
    package let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// Creates a bell that has not rung yet.
    init() {
        (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Rings; from any thread.
    package func ring() {
        continuation.yield()
    }
}
