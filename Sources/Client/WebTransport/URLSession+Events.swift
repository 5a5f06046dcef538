internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

extension URLSession {
    /// Begins a session that keeps nothing, and tells events one after another.
    static func stateless(telling events: SessionEvents) -> URLSession {
        URLSession(
            configuration: .stateless,
            delegate: events,
            delegateQueue: .ofEvents
        )
    }
}

#if canImport(FoundationNetworking)
    extension OperationQueue? {
        /// A queue on which nothing waits.
        fileprivate static var ofEvents: OperationQueue? { PromptQueue() }
    }

    /// Runs what it is given at once, on the thread that gives it.
    ///
    /// A session of FoundationNetworking puts each piece of a response on the queue of its delegate
    /// and reads on. On a queue of its own they pile up without bound as soon as the network is
    /// faster than the queue, before any reader can be found slow. This way a piece is counted
    /// before the next one is read.
    private final class PromptQueue: OperationQueue, @unchecked Sendable {
        // It adds no state of its own.
        override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    }
#else
    extension OperationQueue? {
        /// The session's own queue.
        fileprivate static var ofEvents: OperationQueue? { nil }
    }
#endif
