package import Domain

/// What a write is for, which decides whether it is done when the store is nearly full.
package enum WritePurpose: Sendable {
    /// Adds something, and is refused once only the reserve is left: notes, accounts, contacts.
    case ordinary
    /// Frees room, protects somebody, lets people sign in and out, or is an operator's: done as
    /// long as there is any room.
    case vital
}

/// A write on its way through a store: run in a transaction, then told its end.
///
/// A store calls `run` once or more and then `finish` once, one after the other.
package protocol StoreWrite: AnyObject, Sendable {
    /// What the write is for.
    var purpose: WritePurpose { get }

    /// Does what is to be done, in a transaction and on a thread of the store's.
    ///
    /// It may be called more than once, so its only effects are what it writes and what it keeps
    /// for `finish`; when it throws it leaves no trace.
    func run(in store: StoreTransaction) throws(DomainError)

    /// Tells the end: nil when what the last run wrote is on stable storage, or what it threw, or
    /// why the store did not keep it. It is called on a thread of the store's and must be quick.
    func finish(_ failure: DomainError?)
}

extension Store {
    /// Runs `body` in a transaction, and `completion` with its result as `StoreWrite` says.
    package func write<Value: Sendable>(
        _ purpose: WritePurpose,
        _ body: @escaping @Sendable (StoreTransaction) throws(DomainError) -> Value,
        completion: @escaping @Sendable (Result<Value, DomainError>) -> Void
    ) {
        write(ClosureWrite(purpose: purpose, body: body, completion: completion))
    }

    /// Runs `body` in a transaction, and waits until what it wrote is on stable storage.
    ///
    /// - Throws: What `body` throws, or why the store did not keep it.
    package func write<Value: Sendable>(
        _ purpose: WritePurpose,
        _ body: @escaping @Sendable (StoreTransaction) throws(DomainError) -> Value
    ) async throws(DomainError) -> Value {
        let result = await withCheckedContinuation { continuation in
            write(purpose, body) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }
}

/// A write made of two closures.
///
/// Unchecked: `value` is touched by `run` and `finish` alone, which a store calls one after the
/// other.
private final class ClosureWrite<Value: Sendable>: StoreWrite, @unchecked Sendable {
    let purpose: WritePurpose
    private let body: @Sendable (StoreTransaction) throws(DomainError) -> Value
    private let completion: @Sendable (Result<Value, DomainError>) -> Void
    private var value: Value?

    init(
        purpose: WritePurpose,
        body: @escaping @Sendable (StoreTransaction) throws(DomainError) -> Value,
        completion: @escaping @Sendable (Result<Value, DomainError>) -> Void
    ) {
        self.purpose = purpose
        self.body = body
        self.completion = completion
    }

    func run(in store: StoreTransaction) throws(DomainError) {
        value = try body(store)
    }

    func finish(_ failure: DomainError?) {
        if let failure { return completion(.failure(failure)) }
        guard let value else { preconditionFailure("A write ended before it was run.") }
        completion(.success(value))
    }
}
