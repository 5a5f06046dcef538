internal import AccountStorage
internal import Dispatch
package import Domain
internal import LMDB
internal import Locking
internal import LogEngine
internal import NoteStorage
internal import OperatingSystem
internal import Records
internal import Storage
internal import StorageEngine

/// What was done so far to clean the archive of a log.
package struct ArchiveCleaningProgress: Sendable, Equatable {
    /// Files that were rewritten.
    package fileprivate(set) var rewrittenFileCount: UInt64 = 0
    /// Passes over all files that came to their end.
    package fileprivate(set) var passCount: UInt64 = 0
    /// Files that the last pass had to leave as they are, or the present one if it left more.
    package fileprivate(set) var leftFileCount = 0
    /// When the last pass began that left none; nil if there was none yet.
    ///
    /// What was erased before is in no file any more.
    package fileprivate(set) var cleanedAt: Instant?
}

/// Goes through the archive of an open store's log, and rewrites files in which erased values
/// stand.
///
/// It has a thread of its own, so that neither changes nor their way into the archive wait for it,
/// and takes its time: a batch at a time, at a bounded rate. A pass is due a quarter of the
/// promised time after the last one began, if anything was archived since: so what was erased is
/// gone within that time, also when the pass takes hours. One that was cut short is gone on with.
final class ArchiveCleaner: ChangeArchive {
    private let folder: String
    private let engine: WriteAheadEngine
    private let secrets: StoreSecrets
    private let life: Int64
    private let wake = DispatchSemaphore(value: 0)
    private let isClosing = Atomic<Bool>(false)
    /// Held while a pass goes on.
    private let pass = Mutex<Void>(())
    private let state: Mutex<State>

    private struct State {
        var record: ArchiveCleaningRecord?
        var progress = ArchiveCleaningProgress()
        var thread: EngineThread?
    }

    /// Bytes of the archive that are gone through in a second at most: a terabyte in nine hours.
    private static let byteRateMax = 32 << 20
    /// How much longer it rests while changes are on their way into the archive and the database.
    private static let restFactorOfMoves = 4
    /// Bytes after which it is noted how far a pass has come: two seconds are done twice at most.
    private static let noteByteCount = 64 << 20

    /// Prepares to clean the archive in a folder.
    init(of folder: String, _ engine: WriteAheadEngine, secrets: StoreSecrets, life: Int64) {
        self.folder = folder
        self.engine = engine
        self.secrets = secrets
        self.life = life
        let record = ArchiveCleaningRecord(in: folder, identity: engine.life)
        var state = State(record: record)
        if let record, case .whole = record.state {
            state.progress.cleanedAt = Instant(milliseconds: record.begunAt.milliseconds)
        }
        self.state = Mutex(state)
    }

    /// What was done so far.
    var progress: ArchiveCleaningProgress { state.withLock { $0.progress } }

    /// Lets a pass begin, or go on, if one is due; called from time to time.
    func maintain() {
        guard isDue, !isClosing.load(ordering: .acquiring) else { return }
        state.withLock { state in
            if state.thread == nil { state.thread = EngineThread { self.work() } }
        }
        wake.signal()
    }

    /// Goes through the whole archive at once, without rest; blocks until that is done.
    ///
    /// - Returns: Whether no file had to be left as it is.
    func clean() -> Bool {
        pass.withLock { _ in
            run(nil) { [self] _ in !isClosing.load(ordering: .acquiring) }
        }
    }

    /// Ends a pass that goes on, behind the present batch; blocks until then.
    func close() {
        isClosing.store(true, ordering: .releasing)
        wake.signal()
        let thread = state.withLock { state in
            defer { state.thread = nil }
            return state.thread
        }
        thread?.join()
        pass.withLock { _ in }
    }

    private var isDue: Bool {
        guard let record = state.withLock({ $0.record }) else { return true }
        switch record.state {
        case .underWay: return true
        case .incomplete: return engine.isCleaningDue(since: record.begunAt)
        case .whole:
            return engine.publishedBatch > record.batch
                && engine.isCleaningDue(since: record.begunAt)
        }
    }

    private func work() {
        // The signal of the end may have been taken by a rest.
        while !isClosing.load(ordering: .acquiring) {
            wake.wait()
            guard isDue, !isClosing.load(ordering: .acquiring) else { continue }
            _ = pass.withLock { _ in
                run(state.withLock { $0.record }) { [self] byteCount in rest(byteCount) }
            }
        }
    }

    /// Rests for as long as so many bytes may take; answers whether to go on.
    private func rest(_ byteCount: Int) -> Bool {
        let isMoving = engine.isMoving
        let factor = isMoving ? Self.restFactorOfMoves : 1
        let nanoseconds = byteCount * 1_000_000_000 / Self.byteRateMax * factor
        _ = wake.wait(timeout: .now() + .nanoseconds(nanoseconds))
        return !isClosing.load(ordering: .acquiring)
    }

    /// Goes on with a pass, or begins one; answers whether it came to its end and left no file.
    private func run(
        _ earlier: ArchiveCleaningRecord?,
        rest: @escaping (Int) -> Bool
    ) -> Bool {
        guard var pass = begin(earlier) else { return false }
        var unnotedByteCount = 0
        for name in pass.names {
            do throws(ArchivedFileCleaning.Failure) {
                let (outcome, byteCount) = try clean(name, in: pass, rest)
                if outcome == .interrupted { return false }
                unnotedByteCount += outcome == .rewritten ? Self.noteByteCount : byteCount
                if outcome == .rewritten {
                    state.withLock { $0.progress.rewrittenFileCount += 1 }
                }
            } catch {
                if isClosing.load(ordering: .acquiring) { return false }
                pass.leftFileCount += 1
            }
            pass.record.state = .underWay(behind: name)
            note(pass, isDurable: unnotedByteCount >= Self.noteByteCount)
            unnotedByteCount %= Self.noteByteCount
        }
        pass.record.state = pass.leftFileCount == 0 ? .whole(engine.now) : .incomplete
        end(pass)
        return pass.leftFileCount == 0
    }

    /// Cleans a file; answers how many of its bytes were read, or written again, as well.
    private func clean(
        _ name: ArchivedFileName,
        in pass: Pass,
        _ rest: @escaping (Int) -> Bool
    ) throws(ArchivedFileCleaning.Failure) -> (ArchivedFileCleaning.Outcome, byteCount: Int) {
        let people = name.identity == engine.life ? pass.people : pass.earlierPeople
        let byteCount = Atomic<Int>(0)
        let cleaning = ArchivedFileCleaning(name, in: folder) { count in
            byteCount.add(count, ordering: .relaxed)
            return rest(count)
        } judge: { [self] batch in
            judge(batch, of: name, people)
        }
        return (try cleaning.run(), byteCount.load(ordering: .relaxed))
    }

    /// Judges a batch by the present state of the store, which is later than all that is archived.
    private func judge(
        _ batch: LoggedBatch,
        of name: ArchivedFileName,
        _ people: DepartedPeople
    ) -> ArchivedBatchJudgement {
        do throws(DomainError) {
            let payload = try engine.read { records throws(DomainError) in
                let values = ErasedValues(
                    StoreView(records, secrets),
                    people,
                    areOwnPlaces: name.identity == engine.life
                )
                return try batch.rewritten { key, table, value throws(DomainError) in
                    guard let table = Schema.table(table) else { return .kept }
                    return try key.withBytes { key throws(DomainError) in
                        try values.change(key, table, value)
                    }
                }
            }
            return payload.map { .rewritten($0) } ?? .kept
        } catch {
            return .unknown
        }
    }
}

// The passes.
extension ArchiveCleaner {
    /// A pass that goes on.
    private struct Pass {
        var record: ArchiveCleaningRecord
        var leftFileCount = 0
        /// The files that it has before it, in the order of their names.
        let names: [ArchivedFileName]
        /// Who is gone from the store.
        let people: DepartedPeople
        /// Who is gone of those that logs from before a restoration speak of.
        let earlierPeople: DepartedPeople
    }

    /// Begins a pass, or goes on with one; nil if the archive cannot be read.
    private func begin(_ earlier: ArchiveCleaningRecord?) -> Pass? {
        guard let all = try? FileSystem.names(in: folder) else { return nil }
        var names = all.compactMap(ArchivedFileName.init).sorted { $0.text < $1.text }
        let batch = names.filter { $0.identity == engine.life }.map(\.last).max() ?? 0
        var record = ArchiveCleaningRecord(begunAt: engine.now, batch: batch)
        if let earlier, case .underWay(let done) = earlier.state {
            record = earlier
            if let done { names = names.filter { $0.text > done.text } }
        }
        let pass = Pass(
            record: record,
            names: names,
            people: DepartedPeople(life: life, isOwnLog: true),
            earlierPeople: DepartedPeople(life: life, isOwnLog: false)
        )
        note(pass, isDurable: true)
        return pass
    }

    /// Notes how far a pass has come; what cannot be written now is written later.
    private func note(_ pass: Pass, isDurable: Bool) {
        state.withLock { state in
            state.record = pass.record
            state.progress.leftFileCount = max(state.progress.leftFileCount, pass.leftFileCount)
        }
        guard isDurable else { return }
        try? pass.record.write(in: folder, identity: engine.life)
    }

    private func end(_ pass: Pass) {
        note(pass, isDurable: true)
        state.withLock { state in
            state.progress.passCount += 1
            state.progress.leftFileCount = pass.leftFileCount
            guard pass.leftFileCount == 0 else { return }
            state.progress.cleanedAt = Instant(milliseconds: pass.record.begunAt.milliseconds)
        }
    }
}
