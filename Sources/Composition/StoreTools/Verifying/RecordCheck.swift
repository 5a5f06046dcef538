internal import AccountStorage
package import Domain
internal import NoteStorage
package import Records
internal import Storage
package import StorageEngine

/// What all checks of records share: the state, the keys, and the way to tell what is wrong.
///
/// Records whose checksum is wrong were reported before, so they are passed over here.
package final class RecordCheck {
    let view: any ReadView
    let secrets: StoreSecrets
    let steps: StepCounter
    private let report: (StoreFinding) -> Void

    /// Prepares to check one state of a store.
    package init(
        _ view: any ReadView,
        _ secrets: StoreSecrets,
        _ steps: StepCounter,
        _ report: @escaping (StoreFinding) -> Void
    ) {
        self.view = view
        self.secrets = secrets
        self.steps = steps
        self.report = report
    }

    /// Tells that something is wrong with a record.
    func report(_ table: TableID, _ key: Key, _ problem: String) {
        let bytes = key.withBytes { $0.withUnsafeBytes { [UInt8]($0) } }
        report(StoreFinding(table, key: bytes, problem))
    }

    /// Tells that something is wrong with a record, unless a condition holds.
    func require(
        _ condition: Bool,
        _ table: TableID,
        _ key: Key,
        _ problem: @autoclosure () -> String
    ) {
        if !condition { report(table, key, problem()) }
    }

    /// Tells that something is wrong with a table.
    func report(_ table: TableID, _ problem: String) {
        report(StoreFinding(table, problem))
    }

    /// A record as another one needs it.
    enum Found<Value> {
        /// There is none.
        case absent
        /// It cannot be read, which is reported where it lies.
        case damaged
        /// It was read.
        case sound(Value)
    }

    /// Looks a record up and makes something of it.
    func find<Value>(
        _ key: Key,
        in table: TableID,
        _ body: (RawSpan) throws(DomainError) -> Value
    ) throws(StorageError) -> Found<Value> {
        var found = Found<Value>.absent
        do throws(StorageError) {
            _ = try view.visit(key, in: table) { value in
                do throws(DomainError) {
                    found = .sound(try body(value))
                } catch {
                    found = .damaged
                }
            }
        } catch .dataLoss {
            return .damaged
        }
        return found
    }

    /// Whether there is a record, damaged or not.
    func exists(_ key: Key, in table: TableID) throws(StorageError) -> Bool {
        if case .absent = try find(key, in: table, { _ in }) { return false }
        return true
    }

    /// Lends the sound records of a range; one that `read` refuses is reported.
    func forEach<Record>(
        of table: TableID,
        in range: KeyRange = .all,
        read: (_ key: RawSpan, _ value: RawSpan) throws(DomainError) -> Record,
        _ body: (Key, Record) throws(StorageError) -> Void
    ) throws(StorageError) {
        let keyByteCount = Schema.table(table)?.keyByteCount ?? 0
        try forEachSound(of: table, in: range) { key, value throws(StorageError) in
            let name = Key(truncating: key)
            let step = steps.take()
            guard key.byteCount == keyByteCount else {
                report(table, name, "its key has \(key.byteCount) bytes, not \(keyByteCount)")
                return step
            }
            guard let record = try? read(key, value) else {
                report(table, name, "it cannot be read")
                return step
            }
            try body(name, record)
            return step
        }
    }

    /// The received notes of which a user's feed says that they were deleted.
    func deletedNotes(receivedBy user: UserNumber) throws(StorageError) -> Set<Sequence> {
        var deleted: Set<Sequence> = []
        try forEachSound(of: .changes, in: .all(of: user)) { _, value in
            if case .receivedDeleted(let note) = try? ChangeEntry(value) { deleted.insert(note) }
            return .next
        }
        return deleted
    }

    /// The user with the next greater number of whom there is any record; nil for none.
    package func nextUser(after user: UserNumber) throws(StorageError) -> UserNumber? {
        guard user.rawValue < .max else { return nil }
        var next: UInt64?
        let range = KeyRange(lower: .user(UserNumber(user.rawValue + 1)), upper: nil)
        for table in Schema.tablesOfPeople {
            try view.scanKeys(table.id, in: range, .ascending) { key in
                // What is too short to name anybody is reported where it lies.
                guard let number: UInt64 = try? key.number(at: 0, of: .account) else {
                    return .next
                }
                next = min(next ?? number, number)
                return .stop
            }
        }
        return next.map(UserNumber.init(_:))
    }

    /// Scans a range, and goes on behind each record whose checksum is wrong.
    func forEachSound(
        of table: TableID,
        in range: KeyRange,
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        var rest = range
        while true {
            var last: Key?
            do throws(StorageError) {
                try view.scan(table, in: rest, .ascending) { key, value throws(StorageError) in
                    last = Key(truncating: key)
                    return try visit(key, value)
                }
                return
            } catch .dataLoss(table) {
                // The damaged record is the first one behind the last sound one.
                if let next = last?.successor { rest.lower = next }
                var damaged: Key?
                try view.scanKeys(table, in: rest, .ascending) { key in
                    damaged = Key(truncating: key)
                    return .stop
                }
                guard let next = damaged?.successor else { return }
                rest.lower = next
            }
        }
    }
}

extension Key {
    /// The key of a record, or the beginning of one that is longer than any of the schema.
    fileprivate init(truncating bytes: RawSpan) {
        self.init()
        append(bytes.extracting(first: min(bytes.byteCount, Key.byteCountMax)))
    }

    /// The next key that there could be; nil for none.
    fileprivate var successor: Key? {
        guard byteCount < Key.byteCountMax else { return prefixSuccessor }
        var successor = self
        successor.append(0 as UInt8)
        return successor
    }
}
