internal import AccountStorage
internal import Domain
internal import LMDB
internal import LogEngine
internal import NoteStorage
internal import Records
internal import Storage
internal import StorageEngine
internal import StoreTools

/// Reads all records that the pages of a damaged database still have into another store.
///
/// A record is taken if its checksum is that of its key, value and table. So one that was found
/// apart from its table, on a page of which damage has cut the way off, tells itself whose it is.
/// It is taken only if its key is one of those that its table has lost.
final class SalvagedPages {
    /// Keys of which some could not be read.
    private(set) var lost: [LostRange] = []
    /// What LMDB knew of the log; nil if that could not be read.
    private(set) var position: LogPosition?
    /// Whether the table of the position could not be read.
    private(set) var isPositionLost = false

    private let salvage: PageSalvage
    private let store: SalvagedStore
    private let report: (SalvageFinding) -> Void
    private let secrets: StoreSecrets
    private let steps: StepCounter
    /// Records that were found of each table.
    private var counts: [TableID: UInt64] = [:]
    /// Tables in which records of others were found, and the page of the first one.
    private var strangePages: [TableID: UInt64] = [:]
    private var failure: StoreToolError?

    private static let tables = Dictionary(
        uniqueKeysWithValues: Schema.tables.map { ($0.name, $0.id) }
    )

    /// Prepares to read the pages into a store.
    init(
        _ salvage: PageSalvage,
        into store: SalvagedStore,
        _ secrets: StoreSecrets,
        _ steps: StepCounter,
        report: @escaping (SalvageFinding) -> Void
    ) {
        self.salvage = salvage
        self.store = store
        self.secrets = secrets
        self.steps = steps
        self.report = report
    }

    /// Looks for the newest state of a database.
    static func salvage(ofStoreIn directory: String) throws(StoreToolError) -> PageSalvage {
        let path = directory + "/data/data.mdb"
        do throws(LMDBError) {
            return try PageSalvage(ofFileAt: path, newestBy: LogPosition.tableName) { key, value in
                LogPosition.read(key: key, value: value)?.appliedBatch
            }
        } catch {
            throw StoreToolError(error, path: path)
        }
    }

    /// Reads all, and tells what could not be read.
    func run() throws(StoreToolError) {
        salvage.readReached { [self] name, key, stored, page in
            readReached(name, key, stored, page)
        }
        try check()
        // Tables that nothing leads to have lost all their keys.
        let tableListPage = salvage.findings.first { $0.tree == .tableList }?.page
        lost += salvage.lost.compactMap { keys in
            Self.tables[keys.table].map { LostRange($0, keys) }
        }
        addReplaced()
        isPositionLost = salvage.lost.contains { $0.table == LogPosition.tableName }
        if salvage.areTablesLost {
            for table in Schema.tables where salvage.saidCounts[table.name] == nil {
                let problem = "the list of tables is damaged"
                lost.append(LostRange(all: table.id, page: tableListPage, problem))
            }
            if salvage.saidCounts[LogPosition.tableName] == nil { isPositionLost = true }
        }
        let isCutOffKnown = lost.isEmpty && !isPositionLost ? true : readCutOff()
        try check()
        for finding in salvage.findings where finding.tree == nil || finding.tree == .freeList {
            let place = finding.tree.map { "\($0): " } ?? ""
            report(SalvageFinding(.recovered, page: finding.page, place + "\(finding.defect)"))
        }
        judge(isCutOffKnown: isCutOffKnown, tableListPage)
        try store.flush()
    }

    private func check() throws(StoreToolError) {
        if let failure { throw failure }
        try steps.check()
    }

    private func readReached(_ name: String, _ key: RawSpan, _ stored: RawSpan, _ page: UInt64) {
        if name == LogPosition.tableName {
            position = position ?? LogPosition.read(key: key, value: stored)
            return
        }
        guard failure == nil, steps.take() == .next, let table = Self.tables[name] else { return }
        let isTaken = take(stored, key, table)
        if !isTaken, isStrange(stored, key, table) {
            strangePages[table] = strangePages[table] ?? page
            return
        }
        counts[table, default: 0] += 1
        if !isTaken { reportBad(key, table, page) }
    }

    /// Whether a record is what was written into another table.
    private func isStrange(_ stored: RawSpan, _ key: RawSpan, _ own: TableID) -> Bool {
        Schema.tableIDs.contains { table in
            guard table != own else { return false }
            let record: Void? = try? Checksum.withRecord(in: stored, key: key, table: table) {
                _ in
            }
            return record != nil
        }
    }

    /// Counts tables as lost of which pages are sound that are not what was written there.
    ///
    /// A running store can make that of a page in the place of another one: it changes a copy, and
    /// gives that the right number.
    private func addReplaced() {
        for table in Schema.tableIDs {
            if let page = strangePages[table] {
                let problem = "a page of another table is in the place of one of its own"
                lost.append(LostRange(all: table, page: page, problem))
                continue
            }
            let unread = salvage.lost.filter { $0.table == table.name }
                .map { LostRange(table, $0) }
            // What a range had is not known.
            guard unread.allSatisfy(\.isSingle), let said = salvage.saidCounts[table.name] else {
                continue
            }
            let found = counts[table, default: 0] + UInt64(unread.count)
            if said == found { continue }
            let problem = PageDefect.wrongCount(.entries, said: said, found: found)
            lost.append(LostRange(all: table, page: nil, "\(problem)"))
        }
    }

    private func reportBad(_ bytes: RawSpan, _ table: TableID, _ page: UInt64) {
        let key = bytes.withUnsafeBytes { Array($0) }
        lost.append(
            LostRange(
                table: table,
                lower: key,
                upper: key + [0],
                page: page,
                problem: "it is not what was written there"
            )
        )
    }

    /// Puts a record into the store if its checksum is right; answers whether it is.
    private func take(_ stored: RawSpan, _ bytes: RawSpan, _ table: TableID) -> Bool {
        guard let key = Key(bytes: bytes) else { return false }
        let record: Void? = try? Checksum.withRecord(in: stored, key: bytes, table: table) {
            value throws(StorageError) in
            do throws(StoreToolError) {
                try store.put(value, for: key, in: table)
            } catch {
                failure = failure ?? error
            }
        }
        return record != nil
    }

    private func readCutOff() -> Bool {
        salvage.readCutOff { [self] key, stored, _ in
            if isPositionLost, let found = LogPosition.read(key: key, value: stored) {
                position = position ?? found
                return true
            }
            guard failure == nil, steps.take() == .next else { return false }
            let candidates = Set(lost.filter { !$0.isSingle && $0.contains(key) }.map(\.table))
            for table in candidates where take(stored, key, table) {
                counts[table, default: 0] += 1
                return true
            }
            return false
        }
    }

    /// Says of each damaged page what it has cost, and keeps what may be lost.
    private func judge(isCutOffKnown: Bool, _ tableListPage: UInt64?) {
        let isAllFound =
            isCutOffKnown && salvage.areTablesLost
            && salvage.unreadPages.allSatisfy { $0 == tableListPage }
        lost = lost.filter { range in
            let said = salvage.saidCounts[range.table.name]
            let isFound = said.map { $0 == counts[range.table, default: 0] } ?? isAllFound
            guard isFound, !range.isSingle else { return true }
            if said != nil {
                report(SalvageFinding(.recovered, range, of: nil, secrets))
            }
            return false
        }
        if salvage.areTablesLost {
            report(
                SalvageFinding(
                    isAllFound ? .recovered : .lost,
                    page: tableListPage,
                    "the list of tables is damaged"
                )
            )
        }
    }
}

extension LostRange {
    fileprivate init(_ table: TableID, _ keys: PageSalvage.LostKeys) {
        self.init(
            table: table,
            lower: keys.keys.lower,
            upper: keys.keys.upper,
            page: keys.page,
            problem: "\(keys.defect)"
        )
    }

    fileprivate init(all table: TableID, page: UInt64?, _ problem: String) {
        self.init(
            table: table,
            lower: [],
            upper: nil,
            page: page,
            problem: problem
        )
    }
}
