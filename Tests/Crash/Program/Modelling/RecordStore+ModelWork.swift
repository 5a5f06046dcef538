import Dispatch
import Domain
import Locking
import Records
import Storage

extension RecordStore {
    /// What may be under way at once.
    private static let window = 256

    /// Makes the changes of operations, many at a time in their order, and notes each that is
    /// acknowledged; one that is refused is acknowledged as such.
    ///
    /// - Parameters:
    ///   - numbers: The operations.
    ///   - journal: Where each is noted.
    ///   - change: Makes the change of one.
    /// - Throws: What the store failed with first; no more is begun then.
    func work(
        _ numbers: Range<Int>,
        _ journal: Journal,
        _ change: @escaping @Sendable (Int, StoreTransaction) throws(DomainError) -> Void
    ) throws(DomainError) {
        let places = DispatchSemaphore(value: Self.window)
        let failure = Mutex<DomainError?>(nil)
        for number in numbers {
            places.wait()
            if failure.withLock({ $0 }) != nil {
                places.signal()
                break
            }
            write(.ordinary) { transaction throws(DomainError) in
                try change(number, transaction)
            } completion: { result in
                let id = OperationID(lane: 0, number: number)
                switch result {
                case .success: journal.write(.acknowledged, id)
                case .failure(.refused): journal.write(.refused, id)
                case .failure(let error): failure.withLock { $0 = $0 ?? error }
                }
                places.signal()
            }
        }
        for _ in 0..<Self.window { places.wait() }
        for _ in 0..<Self.window { places.signal() }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
