private import Foundation

/// A value that one thread at a time uses.
///
/// It does what `Mutex` does, on systems that are older than that.
///
/// `@unchecked Sendable`: `value` is reached while `lock` is held only.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    /// Guards a value.
    package init(_ value: Value) {
        self.value = value
    }

    /// Waits for the lock and runs the body on the value while holding it.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
