@testable import LogStoreTools
import Cryptography
import Dispatch
import Domain
import EngineTestSupport
import Locking
import StorageEngine
import TestSupport

@testable import LogEngine
@testable import Records
@testable import Storage

/// A store in a temporary directory, opened and written to like the server's, but waited for.
///
/// It lies in memory, for its records are what is tested: the engine's tests have theirs on a disk.
final class TestStore {
    let directory = TemporaryDirectory(in: .memory)
    let masterKey: MasterKey
    private let options: EngineOptions
    private let clock: @Sendable () -> LogTime
    private(set) var store: RecordStore

    /// Opens a store; batches of its log bear the time of `clock`.
    init(
        masterKey: MasterKey = MasterKey(.random()),
        options: EngineOptions = .small(),
        clock: @escaping @Sendable () -> LogTime = { .now }
    ) throws {
        self.masterKey = masterKey
        self.options = options
        self.clock = clock
        store = try Self.open(directory, masterKey, options, clock)
    }

    /// Has its records in another engine, which begins without any; it is not opened again.
    init(over engine: any Engine) {
        masterKey = MasterKey(.random())
        options = .small()
        clock = { .now }
        let writing = RecordWriting(
            StoreSecrets(masterKey: masterKey),
            createdAt: 0,
            tableNames: Schema.tableNames,
            caches: engine.isSoleOwner ? .all() : nil
        )
        store = RecordStore(engine: engine, writing, ErasureList([]))
    }

    deinit {
        store.close()
    }

    /// Closes the store and opens it again, as after a restart.
    func reopen() throws {
        store.close()
        store = try Self.open(directory, masterKey, options, clock)
    }

    /// Reads with a use case's means.
    func read<Value>(
        _ body: (StoreView) throws(DomainError) -> Value
    ) throws(DomainError) -> Value {
        try store.read(body)
    }

    /// Writes with a use case's means, and waits until it is durable.
    @discardableResult
    func write<Value: Sendable>(
        for purpose: WritePurpose = .ordinary,
        _ body: @escaping @Sendable (StoreTransaction) throws(DomainError) -> Value
    ) throws(DomainError) -> Value {
        let done = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<Value, DomainError>?>(nil)
        store.write(purpose, body) { result in
            outcome.withLock { $0 = result }
            done.signal()
        }
        guard done.passPatiently(), let result = outcome.withLock({ $0 }) else {
            throw .storeUnavailable("A write did not end.")
        }
        // Tests see what the observer was told of it as well.
        store.awaitNews()
        return try result.get()
    }

    private static func open(
        _ directory: TemporaryDirectory,
        _ key: MasterKey,
        _ options: EngineOptions,
        _ clock: @escaping @Sendable () -> LogTime
    ) throws -> RecordStore {
        let engine = try WriteAheadEngine(
            directory: directory.path("store"),
            tables: Schema.tableNames,
            options: options,
            seams: WriteAheadEngine.Seams(clock: clock, stop: WriteAheadEngine.endProcess)
        )
        let erasures = [ErasureFile(in: directory.path("store"))]
        return try RecordStore.open(engine, masterKey: key, now: .epoch, erasures: erasures)
    }
}
