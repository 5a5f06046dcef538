import CommandLineInterface
import Dispatch
import Domain
import Locking
import Storage
import Records

/// Hands batches of work to a store's writer and keeps it busy without overrunning its queue.
///
/// Many small batches, not few large ones: a change gathers its writes in a sorted set, whose cost
/// grows with the square of its size, and the store commits waiting changes together anyway.
final class BatchWriter: Sendable {
    private let store: RecordStore
    private let room = DispatchSemaphore(value: BatchWriter.batchesInFlightMax)
    private let failure = Mutex<DomainError?>(nil)

    /// Enough that one commit is gathered while the last one runs.
    private static let batchesInFlightMax = 128

    /// Writes to a store.
    init(_ store: RecordStore) {
        self.store = store
    }

    /// Hands in a batch once there is room; what it returns goes to `completion`.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (StoreTransaction) throws(DomainError) -> Value,
        completion: @escaping @Sendable (Value) -> Void
    ) throws {
        room.wait()
        try check()
        store.write(.ordinary, body) { [self] result in
            switch result {
            case .success(let value): completion(value)
            case .failure(let error): failure.withLock { $0 = $0 ?? error }
            }
            room.signal()
        }
    }

    /// Waits until all batches are durable.
    func finish() throws {
        for _ in 0..<BatchWriter.batchesInFlightMax { room.wait() }
        for _ in 0..<BatchWriter.batchesInFlightMax { room.signal() }
        try check()
    }

    private func check() throws {
        guard let error = failure.withLock({ $0 }) else { return }
        throw CommandFailure(.inputOutput, "The store took a preload badly: \(error).")
    }
}
