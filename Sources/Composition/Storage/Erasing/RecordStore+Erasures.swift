internal import AccountStorage
internal import Dispatch
internal import Domain
internal import Locking
internal import NoteStorage
internal import Records
internal import StorageEngine

extension RecordStore {
    /// Brings the store and the files beside it to the same marks.
    ///
    /// Marks that the files have and the store has not are of a restored backup: whom they mean is
    /// deleted now, before anybody is served. Marks that a file lacks are added there. Marks that
    /// no backup needs any more go, as of a day that is over by the machine's clock and by lived
    /// time alike; without such a day, as in a store that was just restored, all are kept.
    func reconcileErasures(asOf today: UInt32?) throws(StoreOpenError) {
        let list = erasureList
        var known = try storedMarks()
        var inFiles: [Set<ErasureMark>] = []
        for file in list.files {
            // One that is damaged or cannot be read is written anew, from what the store and the
            // others have; where that cannot be done, it is told.
            inFiles.append((try? file.marks()) ?? [])
        }
        let isExpired = { (mark: ErasureMark) in today.map { mark.isExpired(on: $0) } ?? false }
        let knownDigests = Set(known.map(\.digest))
        let unknown = inFiles.reduce(into: Set<ErasureMark>()) { $0.formUnion($1) }
            .filter { !knownDigests.contains($0.digest) && !isExpired($0) }
        if !unknown.isEmpty {
            try apply(unknown)
            known.formUnion(unknown)
        }
        let expired = known.filter(isExpired)
        if !expired.isEmpty { try forget(expired) }
        known.subtract(expired)
        for (index, marks) in inFiles.enumerated() where marks != known {
            list.replace(index, by: known)
        }
    }

    /// Carries out all orders to erase.
    package func eraseAll() throws(StoreOpenError) {
        let hasMore = Mutex(true)
        while hasMore.withLock({ $0 }) {
            try writeAndWait { store throws(DomainError) in
                let isWaiting = try store.eraseNext(
                    recordCountMax: DomainLimits.erasureStepRecordsMax
                )
                hasMore.withLock { $0 = isWaiting }
            }
        }
    }

    /// Deletes whom the marks mean, and keeps the marks.
    private func apply(_ marks: Set<ErasureMark>) throws(StoreOpenError) {
        let daysByDigest = Dictionary(marks.map { ($0.digest, $0.day) }) { first, _ in first }
        var found: [(user: UserNumber, day: UInt32)] = []
        let writing = writing
        do throws(DomainError) {
            try withRecords { view throws(DomainError) in
                var last = UserNumber.nobody
                while let user = try view.nextPerson(after: last) {
                    let digest = view.secrets.erasureDigest(of: user, life: writing.createdAt)
                    if let day = daysByDigest[digest] { found.append((user, day)) }
                    last = user
                }
            }
        } catch {
            throw .damaged
        }
        for (user, day) in found {
            let moment = Instant(seconds: Int64(day) * 86_400)
            try writeAndWait { store throws(DomainError) in try store.remove(user, at: moment) }
        }
        // Those of whom the store has nothing as well, so that they are not looked for again.
        try change(marks) { store, mark throws(DomainError) in
            try store.put(mark.value, for: .erased(mark.digest), in: .erased)
        }
    }

    private func forget(_ marks: Set<ErasureMark>) throws(StoreOpenError) {
        try change(marks) { store, mark throws(DomainError) in
            try store.delete(.erased(mark.digest), in: .erased)
        }
    }

    /// Makes a change for each mark, some hundreds in a transaction.
    private func change(
        _ marks: Set<ErasureMark>,
        _ body: @escaping @Sendable (StoreTransaction, ErasureMark) throws(DomainError) -> Void
    ) throws(StoreOpenError) {
        var rest = Array(marks)[...]
        while !rest.isEmpty {
            let piece = rest.prefix(DomainLimits.erasureStepRecordsMax)
            rest = rest.dropFirst(piece.count)
            try writeAndWait { store throws(DomainError) in
                for mark in piece { try body(store, mark) }
            }
        }
    }

    private func storedMarks() throws(StoreOpenError) -> Set<ErasureMark> {
        var marks: Set<ErasureMark> = []
        do throws(DomainError) {
            try withRecords { view throws(DomainError) in
                try view.scan(.erased, .all, .ascending) { key, value throws(DomainError) in
                    marks.insert(try ErasureMark(key: key, value: value))
                    return .next
                }
            }
        } catch {
            throw .damaged
        }
        return marks
    }

    private func withRecords(
        _ body: (StoreView) throws(DomainError) -> Void
    ) throws(DomainError) {
        try engine.read { records throws(DomainError) in try body(StoreView(records, secrets)) }
    }

    /// Runs a change, and waits until it is durable.
    func writeAndWait(
        _ body: @escaping @Sendable (StoreTransaction) throws(DomainError) -> Void
    ) throws(StoreOpenError) {
        let done = DispatchSemaphore(value: 0)
        let failure = Mutex<DomainError?>(nil)
        let writing = writing
        engine.submit(mayUseReserve: true) { view throws(DomainError) in
            try body(StoreTransaction(view, writing))
        } completion: { (result: Result<Void, DomainError>) in
            if case .failure(let error) = result { failure.withLock { $0 = error } }
            done.signal()
        }
        done.wait()
        switch failure.withLock({ $0 }) {
        case nil: return
        case .dataLoss: throw .damaged
        case .some(let error): throw .engine(.unavailable("Deletions cannot be kept: \(error)."))
        }
    }
}

extension StoreView {
    /// The account or guest with the next greater number of whom there is anything; nil for none.
    fileprivate func nextPerson(after user: UserNumber) throws(DomainError) -> UserNumber? {
        guard user.rawValue < .max else { return nil }
        var next: UInt64?
        let range = KeyRange(lower: .user(UserNumber(user.rawValue + 1)), upper: nil)
        for table in Schema.tablesOfPeople {
            try scanKeys(table.id, range, .ascending) { key throws(DomainError) in
                let number: UInt64 = try key.number(at: 0, of: .account)
                next = min(next ?? number, number)
                return .stop
            }
        }
        return next.map(UserNumber.init(_:))
    }
}
