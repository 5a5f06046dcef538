internal import Dispatch
internal import Locking
internal import LogEngine
internal import StorageEngine
internal import Records
internal import AccountStorage
internal import NoteStorage

extension MetaRecord {
    /// What a store that is open says of itself; nil for one that was never begun.
    ///
    /// - Throws: `.damaged`, or why it cannot be read.
    static func read(from engine: any Engine) throws(StoreOpenError) -> MetaRecord? {
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

    /// What the database of a store says of it, apart from what its log has.
    ///
    /// Nil where that cannot be told: where there is no store, or one that cannot be read.
    static func stored(inStore directory: String) -> MetaRecord? {
        let table = TableID.meta
        // It is the first table, whatever version made the store.
        guard let reader = try? EngineReader(directory: directory, tables: [table.name]),
            let bytes = try? reader.storedRecord(under: .store, in: table)
        else { return nil }
        return try? MetaRecord(bytes.span.bytes)
    }

    /// Puts the record in the place of what a store says of itself, and waits until it is durable.
    func write(to engine: any Engine) throws(StorageError) {
        let bytes = encoded()
        try engine.writeAndWait { view throws(StorageError) in
            try view.put(bytes, for: .store, in: .meta)
        }
    }
}

extension Engine {
    /// Makes a change and has this thread wait until it is durable, before anybody is served.
    func writeAndWait<Success: Sendable>(
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
