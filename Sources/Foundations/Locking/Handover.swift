/// Waits for the value that another thread hands over, once.
///
/// It is `withCheckedContinuation` with the value passed through a lock. The thread sanitizer does
/// not see what the concurrency runtime orders by resuming a task, and would report every use of an
/// object that came that way; a lock it sees. Use it where an object is handed over for good, not
/// on a path that is taken for each call.
package func withHandover<Value: Sendable>(
    _ body: (_ handOver: @escaping @Sendable (Value) -> Void) -> Void
) async -> Value {
    let box = HandoverBox<Value>()
    await withCheckedContinuation { continuation in
        body { value in
            box.put(value)
            continuation.resume()
        }
    }
    return box.take()
}

/// Holds one value on its way from one thread to another.
private final class HandoverBox<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func put(_ newValue: Value) {
        value.withLock { $0 = newValue }
    }

    func take() -> Value {
        guard let taken = value.withLock({ $0.take() }) else {
            preconditionFailure("A value is put before the one who waits is woken.")
        }
        return taken
    }
}
