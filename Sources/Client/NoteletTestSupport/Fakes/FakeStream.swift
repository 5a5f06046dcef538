internal import Foundation

/// A stream of current values of which a test says what they are.
///
/// Each stream that is made begins with the value that there is, and who is slow gets the last.
public final class FakeStream<Value: Sendable>: @unchecked Sendable {
    // A lock that all systems have; it guards all that follows.
    private let lock = NSLock()
    private var current: Value
    private var nextID = 0
    private var continuations: [Int: AsyncStream<Value>.Continuation] = [:]

    /// Creates one.
    ///
    /// - Parameter value: The value that there is.
    public init(_ value: Value) {
        current = value
    }

    deinit {
        for continuation in continuations.values { continuation.finish() }
    }

    /// The value; to set it is to tell it.
    public var value: Value {
        get { lock.withLock { current } }
        set {
            lock.withLock {
                current = newValue
                for continuation in continuations.values { continuation.yield(newValue) }
            }
        }
    }

    /// How many streams are followed.
    public var observerCount: Int { lock.withLock { continuations.count } }

    /// Makes a stream.
    ///
    /// - Returns: The value that there is, and each that follows.
    public func makeStream() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream<Value>.makeStream(
            bufferingPolicy: .bufferingNewest(1)
        )
        let id = lock.withLock {
            nextID += 1
            continuations[nextID] = continuation
            continuation.yield(current)
            return nextID
        }
        continuation.onTermination = { [weak self] _ in self?.forget(id) }
        return stream
    }

    private func forget(_ id: Int) {
        lock.withLock { _ = continuations.removeValue(forKey: id) }
    }
}
