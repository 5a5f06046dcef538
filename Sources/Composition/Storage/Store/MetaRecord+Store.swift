internal import Dispatch
internal import Locking
internal import Records
package import StorageEngine

extension MetaRecord {
    /// What a store that is open says of itself; nil for one that was never begun.
    ///
    /// - Throws: `.damaged`, or why it cannot be read.
    package static func read(from engine: any Engine) throws(StoreOpenError) -> MetaRecord? {
        let bytes: [UInt8]?
        do throws(StorageError) {
            bytes = try engine.read { view throws(StorageError) in
                try view.get(.store, in: .meta)
            }
        } catch {
            if case .dataLoss = error { throw .damaged }
            throw .engine(error)
        }
        guard let bytes else { return nil }
        guard let record = try? MetaRecord(bytes.span.bytes) else { throw .damaged }
        return record
    }

    /// Puts the record in the place of what a store says of itself, and waits until it is durable.
    package func write(to engine: any Engine) throws(StorageError) {
        let bytes = encoded()
        try engine.writeAndWait { view throws(StorageError) in
            try view.put(bytes, for: .store, in: .meta)
        }
    }
}

extension Engine {
    /// Makes a change and has this thread wait until it is durable, before anybody is served.
    package func writeAndWait<Success: Sendable>(
        _ body: @escaping @Sendable (any WriteView) throws(StorageError) -> Success
    ) throws(StorageError) -> Success {
        let done = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<Success, StorageError>?>(nil)
        submit(mayUseReserve: true, body) { (result: Result<Success, StorageError>) in
            outcome.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = outcome.withLock({ $0 }) else {
            preconditionFailure("A change ends once.")
        }
        return try result.get()
    }
}
