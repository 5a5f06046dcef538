internal import Foundation

/// A stream of current values of which a test says what they are.
///
/// Each stream that is made begins with the value that there is, and who is slow gets the last.
public final class FakeStream<Value: Sendable>: @unchecked Sendable {
    // A lock that all systems have; it guards all that follows.
    private let lock = NSLock()
    private var current: Value
    private var nextID = 0
    private var observers: [Int: Observer] = [:]

    /// One stream that is followed.
    private struct Observer: Sendable {
        let tell: @Sendable (Value) -> Void
        let finish: @Sendable () -> Void
    }

    /// Creates one.
    ///
    /// - Parameter value: The value that there is.
    public init(_ value: Value) {
        current = value
    }

    deinit {
        for observer in observers.values { observer.finish() }
    }

    /// The value; to set it is to tell it.
    public var value: Value {
        get { lock.withLock { current } }
        set {
            lock.withLock {
                current = newValue
                for observer in observers.values { observer.tell(newValue) }
            }
        }
    }

    /// How many streams are followed.
    public var observerCount: Int { lock.withLock { observers.count } }

    /// Makes a stream.
    ///
    /// - Returns: The value that there is, and each that follows.
    public func makeStream() -> AsyncStream<Value> { makeStream { $0 } }

    /// Makes a stream of a part of the value.
    ///
    /// - Parameter part: Takes the part.
    /// - Returns: The part of the value that there is, and of each that follows.
    public func makeStream<Part: Sendable>(
        of part: @escaping @Sendable (Value) -> Part
    ) -> AsyncStream<Part> {
        let (stream, continuation) = AsyncStream<Part>.makeStream(
            bufferingPolicy: .bufferingNewest(1)
        )
        let observer = Observer(
            tell: { continuation.yield(part($0)) },
            finish: { continuation.finish() }
        )
        let id = lock.withLock {
            nextID += 1
            observers[nextID] = observer
            observer.tell(current)
            return nextID
        }
        continuation.onTermination = { [weak self] _ in self?.forget(id) }
        return stream
    }

    private func forget(_ id: Int) {
        lock.withLock { _ = observers.removeValue(forKey: id) }
    }
}
