import Cryptography
import Dispatch
import Domain
import Locking
import Storage
import TestSupport

/// A store in a temporary directory, opened and written to like the server's, but waited for.
final class TestStore {
    let directory = TemporaryDirectory()
    let masterKey: MasterKey
    private(set) var store: RecordStore

    init(masterKey: MasterKey = MasterKey(.random())) throws {
        self.masterKey = masterKey
        store = try Self.open(directory, masterKey)
    }

    deinit {
        store.close()
    }

    /// Closes the store and opens it again, as after a restart.
    func reopen() throws {
        store.close()
        store = try Self.open(directory, masterKey)
    }

    /// Reads with a use case's means.
    func read<Value>(
        _ body: (any Reading) throws(DomainError) -> Value
    ) throws(DomainError) -> Value {
        try store.read(body)
    }

    /// Writes with a use case's means, and waits until it is durable.
    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Writing) throws(DomainError) -> Value
    ) throws(DomainError) -> Value {
        let done = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<Value, DomainError>?>(nil)
        store.write(body) { result in
            outcome.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = outcome.withLock({ $0 }) else {
            preconditionFailure("A write completes once.")
        }
        return try result.get()
    }

    private static func open(
        _ directory: TemporaryDirectory,
        _ key: MasterKey
    ) throws -> RecordStore {
        try RecordStore.open(
            directory: directory.path("store"),
            masterKey: key,
            now: .epoch,
            options: .small()
        )
    }
}
