internal import AccountStorage
internal import Domain
internal import NoteStorage
internal import Records
internal import Storage
internal import StorageEngine
internal import StoreTools

/// The records of a salvaged store that are about the store, and whose the lost ones were.
struct SalvageRecords {
    private let store: SalvagedStore
    private let secrets: StoreSecrets

    /// Works on a store that is being put together.
    init(_ store: SalvagedStore, _ secrets: StoreSecrets) {
        self.store = store
        self.secrets = secrets
    }

    /// Makes sure that the store can be used with the master key, and says what it is.
    ///
    /// - Parameters:
    ///   - tables: those of which something is lost.
    ///   - now: when it was made, where that is lost.
    /// - Throws: `.wrongMasterKey`, `.olderSchema`, `.newerSchema`, `.notStore`.
    func requireDescription(
        mayBeLost tables: [TableID],
        _ now: Instant
    ) throws(StoreToolError) {
        let record = try store.read { view throws(StoreToolError) in
            let record = try view.value(of: .store, in: .meta) { value throws(DomainError) in
                try MetaRecord(value)
            }
            if let record { try StoreDescription(record).check(secrets) }
            if record == nil { try requireOwnNote(in: view) }
            return record
        }
        if record != nil { return }
        guard tables.contains(.meta) else { throw .notStore }
        let made = MetaRecord(
            schemaVersion: MetaRecord.currentSchemaVersion,
            keyFingerprint: secrets.fingerprint,
            createdAt: now.milliseconds
        )
        try store.put(made.encoded(), for: .store, in: .meta)
        try store.flush()
    }

    /// Refuses a master key under which a note does not have the id that is stored with it.
    private func requireOwnNote(in view: SalvageView) throws(StoreToolError) {
        guard let key = try view.lastKey(of: .inbox, in: .all) else { return }
        let isOwn = try view.value(of: key, in: .inbox) { value throws(DomainError) in
            let id = try ReceivedNoteFields(try ReceivedNote(value), in: value).id
            let place = try key.withBytes { key throws(DomainError) in
                try Place(key: key, of: .received)
            }
            return id == secrets.identifiers.receivedID(place)
        }
        if isOwn == false { throw .wrongMasterKey }
    }

    /// Tells which keys are lost, and whose they may have been.
    func tell(
        _ lost: [LostRange],
        _ report: (SalvageFinding) -> Void
    ) throws(StoreToolError) {
        try store.read { view throws(StoreToolError) in
            for range in lost { try tell(range, in: view, report) }
        }
    }

    private func tell(
        _ range: LostRange,
        in view: SalvageView,
        _ report: (SalvageFinding) -> Void
    ) throws(StoreToolError) {
        let outcome: SalvageFinding.Outcome = range.table.isMadeAgain ? .remade : .lost
        let owner = range.table.owner(of: range.lower.span.bytes)
        if range.isSingle {
            // The log may have it as it became later.
            let isThere = try Key(bytes: range.lower.span.bytes).map {
                key throws(StoreToolError) in try view.exists(key, in: range.table)
            }
            let found: SalvageFinding.Outcome = isThere == true ? .recovered : outcome
            return report(SalvageFinding(found, range, of: owner, secrets))
        }
        let last = range.upper.flatMap { range.table.owner(of: $0.span.bytes) }
        let isOfOne = owner != nil && owner == last
        report(SalvageFinding(outcome, range, of: isOfOne ? owner : nil, secrets))
        guard outcome == .lost, !isOfOne,
            Schema.table(range.table)?.isOrderedByPerson ?? false
        else { return }
        let people = RecordCheck(view.view, secrets, StepCounter { _ in }) { _ in }
        var user = owner.map { UserNumber(max($0.rawValue, 1) - 1) } ?? .nobody
        do throws(StorageError) {
            while let next = try people.nextUser(after: user), last.map({ next <= $0 }) ?? true {
                user = next
                report(SalvageFinding(outcome, range.narrowed(to: user), of: user, secrets))
            }
        } catch {
            throw StoreToolError(error)
        }
    }

    /// Lets the store give out numbers that nobody can have had.
    ///
    /// Those of people who are lost with all that they had are not known. A restored store skips as
    /// many, and for the same reason: a mark of who was deleted must not mean somebody else.
    func mendCounter(_ report: (SalvageFinding) -> Void) throws(StoreToolError) {
        let key = Key.counter(.nextUserNumber)
        let (stored, greatest) = try store.read { view throws(StoreToolError) in
            let stored = try view.value(of: key, in: .counters) { value throws(DomainError) in
                try value.number(at: 0, of: .counter) as UInt64
            }
            return (stored, try greatestNumber(in: view))
        }
        let needed = greatest.addingReportingOverflow(1)
        guard !needed.overflow else { throw .damagedRecord(table: TableID.counters.name) }
        if let stored, stored >= needed.partialValue { return }
        try put(needed.partialValue, key)
        let problem = "it is made again of the greatest number that there is"
        report(SalvageFinding(.remade, .counters, key, of: nil, problem, secrets))
    }

    private func greatestNumber(in view: SalvageView) throws(StoreToolError) -> UInt64 {
        var greatest: UInt64 = 0
        for table in Schema.tables where table.isOrderedByPerson {
            let key = try view.lastKey(of: table.id, in: .all)
            let owner = key.flatMap { $0.withBytes { table.partition(of: $0).user } }
            greatest = max(greatest, owner?.rawValue ?? 0)
        }
        return greatest
    }

    private func put(_ number: UInt64, _ key: Key) throws(StoreToolError) {
        var value: [UInt8] = []
        value.append(bigEndian: number)
        try store.put(value, for: key, in: .counters)
    }

    /// Adds a record to the audit log, and skips numbers as a restoration does.
    func finish(with record: AuditRecord) throws(StoreToolError) {
        let counter = Key.counter(.nextUserNumber)
        let (last, next) = try store.read { view throws(StoreToolError) in
            let key = try view.lastKey(of: .audit, in: .all)
            let last: UInt64? = key?.withBytes { try? $0.number(at: 0, of: .audit) }
            let next = try view.value(of: counter, in: .counters) { value throws(DomainError) in
                try value.number(at: 0, of: .counter) as UInt64
            }
            return (last ?? 0, next ?? 1)
        }
        guard last < .max else { throw .damagedRecord(table: TableID.audit.name) }
        try store.put(record.encoded(), for: .audit(last + 1), in: .audit)
        let (sum, overflow) = next.addingReportingOverflow(BackupRestoration.skippedNumberCount)
        guard !overflow else { throw .damagedRecord(table: TableID.counters.name) }
        try put(sum, counter)
    }
}

extension LostRange {
    /// The part of the range that is of one person.
    fileprivate func narrowed(to user: UserNumber) -> LostRange {
        let first = Key.user(user).bytes
        let end = Key.user(user).prefixSuccessor?.bytes
        let isLower = lower.lexicographicallyPrecedes(first)
        let isUpper = upper.map { upper in
            end.map { $0.lexicographicallyPrecedes(upper) } ?? false
        }
        return LostRange(
            table: table,
            lower: isLower ? first : lower,
            upper: isUpper ?? true ? end : upper,
            page: page,
            problem: problem
        )
    }
}
