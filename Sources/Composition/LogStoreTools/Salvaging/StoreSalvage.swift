internal import AccountStorage
package import Cryptography
package import Domain
internal import LMDB
internal import LogEngine
internal import NoteStorage
internal import OperatingSystem
internal import Records
internal import Storage
internal import StorageEngine
package import StoreTools

/// Makes a sound store of all that can be read of a damaged one.
///
/// Nothing of the damaged store is changed, mapped or locked: its pages are read one by one
/// (`PageSalvage`), and what its log holds beyond them is applied on top. What was read is made to
/// agree (`Mending`), checked as `store verify` does, and renamed into its place when nothing is
/// found any more. The new store begins a log and a life of its own, as a restored one does; ids,
/// tokens and the master key stay the same.
package struct StoreSalvage {
    private let source: String
    private let place: StorePlace
    private let secrets: StoreSecrets

    /// What came of it.
    package struct Summary: Sendable {
        /// Records of the new store.
        package let recordCount: Int
        /// Findings of each outcome.
        package let counts: [SalvageFinding.Outcome: Int]

        /// Whether something is not as it was.
        package var hasLoss: Bool { counts.contains { $0.key.isLoss && $0.value > 0 } }
    }

    /// Prepares to make a store at a path, where nothing or an empty folder is.
    ///
    /// - Throws: `.files(.missing)` where there is no store to read, `.inUse`, `.targetTaken`.
    package init(
        of source: String,
        to target: String,
        masterKey: MasterKey
    ) throws(StoreToolError) {
        guard FileSystem.exists(source + "/data/data.mdb") else { throw .files(.missing) }
        try StrangeItem.requireNone(inStore: source)
        self.source = source
        // A store that is there is not even looked into: it may be the damaged one.
        place = try StorePlace(path: target, replacing: .nothing)
        secrets = StoreSecrets(masterKey: masterKey)
    }

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - operatorName: who wants it, for the audit log of the new store.
    ///   - now: when.
    ///   - report: is told what could not be kept as it was, as it is found.
    ///   - progress: is told how many steps were taken, of which there are several for a record.
    /// - Returns: What came of it.
    /// - Throws: `.wrongMasterKey`, `.olderSchema`, `.inUse`, `.files` if nothing can be read or
    ///   agree, or what `progress` throws; there is no new store then.
    package func run(
        operatorName: String,
        at now: Instant,
        report: @escaping (SalvageFinding) -> Void,
        progress: @escaping StoreProgress
    ) throws(StoreToolError) -> Summary {
        try requireStopped()
        let pages = try SalvagedPages.salvage(ofStoreIn: source)
        let unfinished = try place.begin()
        let steps = StepCounter(progress)
        var counts: [SalvageFinding.Outcome: Int] = [:]
        let tell = { (finding: SalvageFinding) in
            counts[finding.outcome, default: 0] += 1
            report(finding)
        }
        let lost = try readAll(pages, into: unfinished.path, now, steps, tell)
        let recordCount = try mend(unfinished.path, lost, steps, tell)
        let isLossless = !counts.contains { $0.key.isLoss && $0.value > 0 }
        let record = AuditRecord(
            recordedAt: now.milliseconds,
            operatorName: operatorName,
            action: "store salvage: " + (isLossless ? "nothing is lost" : "something is lost")
        )
        try withStore(unfinished.path) { store throws(StoreToolError) in
            try SalvageRecords(store, secrets).finish(with: record)
        }
        try keepMarks(in: unfinished.path, tell)
        try requireStopped()
        try unfinished.finish()
        return Summary(recordCount: recordCount + 1, counts: counts)
    }

    /// What is written meanwhile would be read in part.
    private func requireStopped() throws(StoreToolError) {
        if StoreHolder(ofStoreIn: source) != nil { throw .inUse }
    }

    private func withStore<Success>(
        _ path: String,
        mapByteCount: Int = 0,
        _ body: (SalvagedStore) throws(StoreToolError) -> Success
    ) throws(StoreToolError) -> Success {
        let store = try SalvagedStore(at: path, mapByteCount: mapByteCount)
        defer { store.close() }
        let success = try body(store)
        try store.flush()
        return success
    }

    /// Reads the pages and the log; answers which keys are lost.
    private func readAll(
        _ salvage: PageSalvage,
        into path: String,
        _ now: Instant,
        _ steps: StepCounter,
        _ report: @escaping (SalvageFinding) -> Void
    ) throws(StoreToolError) -> [LostRange] {
        try withStore(path, mapByteCount: salvage.mapByteCount) { store throws(StoreToolError) in
            let pages = SalvagedPages(salvage, into: store, secrets, steps, report: report)
            try pages.run()
            try SalvagedLog(directory: source, store: store, report: report)
                .run(behind: pages.position, isPositionLost: pages.isPositionLost)
            let records = SalvageRecords(store, secrets)
            try records.requireDescription(mayBeLost: pages.lost.map(\.table), now)
            try records.tell(pages.lost, report)
            return pages.lost
        }
    }

    /// Mends the records until the check finds nothing; answers how many there are.
    private func mend(
        _ path: String,
        _ lost: [LostRange],
        _ steps: StepCounter,
        _ report: @escaping (SalvageFinding) -> Void
    ) throws(StoreToolError) -> Int {
        for _ in 0..<Self.roundCountMax {
            try withStore(path) { store throws(StoreToolError) in
                let mending = Mending(store, lost: lost, secrets, steps, report: report)
                try mending.run()
                try SalvageRecords(store, secrets).mendCounter(report)
            }
            let (count, findings) = try verify(path, steps)
            if findings.isEmpty {
                try withStore(path) { store throws(StoreToolError) in
                    let mending = Mending(store, lost: lost, secrets, steps, report: report)
                    try store.read { view in mending.proveLedger(in: view) }
                }
                return count
            }
            try withStore(path) { store throws(StoreToolError) in
                let mending = Mending(store, lost: lost, secrets, steps, report: report)
                for finding in findings { try mending.drop(finding) }
            }
        }
        throw .files(.unreadable("What can be read of it does not agree: restore a backup."))
    }

    /// Rounds after which records that do not agree are given up; one is enough for what is
    /// foreseen, and each further one drops at least a record.
    private static let roundCountMax = 16
    /// Findings that are looked at in one round.
    private static let findingCountMax = 10_000

    private func verify(
        _ path: String,
        _ steps: StepCounter
    ) throws(StoreToolError) -> (Int, [StoreFinding]) {
        var findings: [StoreFinding] = []
        // What was lost of one feature takes nothing from another.
        let files = try StoreFiles(directory: path)
        let count = try StoreVerification(files, secrets: secrets).run(comparesFeatures: false) {
            if findings.count < Self.findingCountMax { findings.append($0) }
        } progress: { _ throws(StoreToolError) in
            _ = steps.take()
            try steps.check()
        }
        return (count, findings)
    }

    /// Puts the marks of all who were deleted beside the new store.
    private func keepMarks(
        in folder: String,
        _ report: (SalvageFinding) -> Void
    ) throws(StoreToolError) {
        try keepBlankMark(in: folder)
        let file = ErasureFile(in: folder)
        let marks: Set<ErasureMark>
        do throws(ErasureFileError) {
            marks = try ErasureFile(in: source).marks()
        } catch .damaged {
            // The table has them as well.
            report(SalvageFinding(.remade, "the file \(ErasureFile.name) is damaged"))
            return
        } catch {
            throw StoreToolError(error)
        }
        if marks.isEmpty { return }
        do throws(SystemError) {
            try file.replace(by: marks)
        } catch {
            throw .system(path: file.path, error.number)
        }
    }

    /// Has the first opening delete what an archive gave back the places of alone, where the
    /// damaged store was restored and never opened.
    private func keepBlankMark(in folder: String) throws(StoreToolError) {
        guard BlankMark.isThere(inStore: source) else { return }
        do throws(SystemError) {
            try BlankMark.leave(inStore: folder)
        } catch {
            throw .system(path: folder, error.number)
        }
    }
}

extension Mending {
    /// Drops the record that a check found something wrong with.
    fileprivate func drop(_ finding: StoreFinding) throws(StoreToolError) {
        guard let table = Schema.table(named: finding.table),
            let key = Key(hexadecimal: finding.key)
        else { return }
        try drop(key, in: table, finding.problem)
    }
}

extension Key {
    /// Reads two digits for each byte; nil for none, too many, and anything else.
    fileprivate init?(hexadecimal text: String) {
        let digits = Array(text.utf8).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard !digits.isEmpty, digits.count % 2 == 0, digits.count == text.utf8.count else {
            return nil
        }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { index in
            UInt8(digits[index] << 4 | digits[index + 1])
        }
        self.init(bytes: bytes.span.bytes)
    }
}
