import Dispatch
import Locking
import Metrics
import StorageEngine

/// An engine whose records are far away, as across a network: it counts the trips to them.
///
/// It belongs to nobody alone, answers reads that are submitted later, and runs each change twice,
/// as after a conflict with one of somebody else.
///
/// Unchecked: changes run on one queue, one after the other; what they leave lies behind a lock.
final class FarEngine: Engine, @unchecked Sendable {
    typealias Tables = [TableID: [Key: [UInt8]]]

    private let tables = Mutex<Tables>([:])
    private let changes = DispatchQueue(label: "far changes")
    private let reads = DispatchQueue(label: "far reads")
    private let trips = Trips()

    /// How often records were fetched so far.
    var tripCount: Int { trips.count }

    var isSoleOwner: Bool { false }
    var life: UInt64 { 1 }
    var isStopped: Bool { false }
    var isFull: Bool { false }
    var fullness: StoreFullness { .roomLeft }
    var activity: EngineActivity {
        EngineActivity(
            queuedJobCount: 0,
            isStopped: false,
            fullness: .roomLeft,
            room: nil,
            isCleaningOverdue: false,
            commits: EngineActivity.Commits(
                jobCounts: Histogram(.counts).reading,
                byteCounts: Histogram(.byteCounts).reading,
                flushNanoseconds: Histogram(.nanoseconds).reading
            )
        )
    }

    func lend(_ body: (any ReadView) -> Void) {
        body(FarView(tables.withLock { $0 }, trips))
    }

    func submit(_ read: any ReadJob) {
        reads.async { [self] in
            lend { view in read.run(on: view) }
            read.finish(nil)
        }
    }

    func submit(_ change: any WriteJob) {
        changes.async { [self] in
            let present = tables.withLock { $0 }
            _ = change.run(on: FarView(present, trips))
            let view = FarView(present, trips)
            if change.run(on: view) { tables.withLock { $0 = view.tables } }
            change.didCommit()
            change.finish(nil)
            change.didEndBatch()
        }
    }

    func maintain() {}

    func clean() -> Bool { true }

    func close() {
        changes.sync {}
        reads.sync {}
    }

    /// Counts trips, on whatever thread.
    final class Trips: Sendable {
        private let state = Mutex(0)

        var count: Int { state.withLock { $0 } }

        func add(_ count: Int) { state.withLock { $0 += count } }
    }
}

/// A state of far records, and what was fetched of it.
private final class FarView: WriteView {
    private(set) var tables: FarEngine.Tables
    private let trips: FarEngine.Trips
    private var fetched: Set<Place> = []
    private var scans: Set<Scan> = []
    private var taken: [Owner: UInt64] = [:]

    private struct Place: Hashable {
        let table: TableID
        let key: Key
    }

    private struct Scan: Hashable {
        let table: TableID
        let range: KeyRange
        let direction: ScanDirection
    }

    private struct Owner: Hashable {
        let tables: [TableID]
        let number: UInt64?
    }

    /// Records that one trip brings at most.
    private static let recordCountMax = 128

    init(_ tables: FarEngine.Tables, _ trips: FarEngine.Trips) {
        self.tables = tables
        self.trips = trips
    }

    func visit(
        _ key: Key,
        in table: TableID,
        _ body: (RawSpan) throws(StorageError) -> Void
    ) throws(StorageError) -> Bool {
        if fetched.insert(Place(table: table, key: key)).inserted { trips.add(1) }
        guard let value = tables[table]?[key] else { return false }
        try body(value.span.bytes)
        return true
    }

    func expect(_ keys: () -> [Key], in table: TableID) {
        let missing = Set(keys().map { Place(table: table, key: $0) }).subtracting(fetched)
        if !missing.isEmpty { trips.add(1) }
        fetched.formUnion(missing)
    }

    func scan(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        atMost countMax: Int,
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        let records = (tables[table] ?? [:]).filter { range.contains($0.key) }
            .sorted { direction == .ascending ? $0.key < $1.key : $0.key > $1.key }
        var count = 0
        let isNew = scans.insert(Scan(table: table, range: range, direction: direction)).inserted
        defer {
            let size = min(countMax, Self.recordCountMax)
            if isNew { trips.add(max(1, (count + size - 1) / size)) }
        }
        for (key, value) in records {
            count += 1
            fetched.insert(Place(table: table, key: key))
            let step = try key.withBytes { bytes throws(StorageError) in
                try visit(bytes, value.span.bytes)
            }
            if step == .stop { return }
        }
    }

    func scanKeys(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        atMost countMax: Int,
        _ visit: (RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        let before = fetched
        defer { fetched = before }
        try scan(table, in: range, direction, atMost: countMax) { key, _ throws(StorageError) in
            try visit(key)
        }
    }

    func put(_ value: RawSpan, for key: Key, in table: TableID) {
        fetched.insert(Place(table: table, key: key))
        tables[table, default: [:]][key] = value.withUnsafeBytes { Array($0) }
    }

    func delete(_ key: Key, in table: TableID) {
        fetched.insert(Place(table: table, key: key))
        tables[table]?[key] = nil
    }

    func takeNumber(
        of series: NumberSeries,
        for owner: UInt64?
    ) throws(StorageError) -> UInt64 {
        switch series.source {
        case .counter(let key, let table): return try takeNumber(under: key, in: table)
        case .keys(let tables):
            let last = try lastNumber(inKeysOf: tables, for: owner)
            let place = Owner(tables: tables, number: owner)
            let number = max(last, taken[place] ?? 0) + 1
            taken[place] = number
            return number
        }
    }
}
