import AccountRules
import Dispatch
import Domain
import EngineTestSupport
import Foundation
import Locking
import NoteRules
import NoteletAPI
import StorageEngine
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogEngine
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage

/// What was erased leaves the archive, and what is left leads to every moment all the same.
@Suite struct ArchiveErasureTests {
    private let archived: ArchivedStore
    private var store: TestStore { archived.store }

    init() throws {
        archived = try ArchivedStore()
    }

    /// The records of a store that was restored, but for the days of marks and the next number.
    private func records(_ path: String) throws -> [[UInt8]] {
        try StoredRecords(inStore: path).people.map { [$0.table.rawValue] + $0.key + $0.stored }
    }

    /// Whatever is restored, the others have what they would have had the values been there.
    @Test func eachMomentIsRestoredAsIfTheValuesWereThere() throws {
        let village = try Village(in: store)
        try store.reopen()
        let whole = try archived.copyArchive(to: "whole")
        let moments = try archived.moments()
        #expect(moments.count > 30)
        for person in [village.anna, village.ben] {
            try store.removeAndErase(person)
            #expect(store.store.clean())
            let latest = try archived.restore()
            #expect(try findingsOfStore(at: latest, store.masterKey).isEmpty)
            let notes = try sentNotes(latest)
            for (index, moment) in moments.enumerated() where index % 3 == 0 {
                let before = try archived.restore(by: [whole], until: moment)
                let (expected, notesBefore) = (try records(before), try sentNotes(before))
                let path = try archived.restore(until: moment)
                let findings = try findingsOfStore(at: path, store.masterKey)
                #expect(findings.isEmpty, "moment \(index): \(findings)")
                // A note that nobody has any more is not given back.
                guard notesBefore.isSubset(of: notes) else { continue }
                let found = try records(path)
                let (more, less) = (
                    Set(found).subtracting(expected), Set(expected).subtracting(found)
                )
                #expect(
                    more.isEmpty && less.isEmpty,
                    "moment \(index) of \(moments.count): more \(more), less \(less)"
                )
            }
        }
    }

    /// What led to them goes with members and posts that an archive has left out.
    @Test(arguments: [true, false])
    func whatLedToTheErasedGoesAsWell(hasKey: Bool) throws {
        let village = try Village(in: store)
        try store.reopen()
        try store.removeAndErase(village.ben)
        #expect(store.store.clean())
        for (index, moment) in try archived.moments().enumerated() where index % 2 == 0 {
            let path = try archived.restore(until: moment, hasKey: hasKey)
            let restored = try RecordStore.openExisting(
                directory: path,
                masterKey: store.masterKey,
                now: .epoch
            )
            try restored.eraseAll()
            restored.close()
            #expect(!BlankMark.isThere(inStore: path))
            #expect(try findingsOfStore(at: path, store.masterKey).isEmpty)
        }
    }

    private func sentNotes(_ path: String) throws -> Set<[UInt8]> {
        Set(try StoredRecords(inStore: path).all.filter { $0.table == .sent }.map(\.key))
    }

    /// Both of a note deleted it: there is nothing of it at any moment.
    @Test(arguments: [true, false])
    func whatBothHaveDeletedIsNotRestored(hasKey: Bool) throws {
        let (anna, ben) = (try store.account("anna"), try store.account("ben"))
        let contact = try store.write { store throws(DomainError) in
            try store.addContact("contact", of: ben, to: anna)
        }
        let sent = try store.send(
            "kanaritot",
            from: anna,
            to: ben,
            as: .named("anna"),
            through: contact.id
        )
        try store.send("stays", from: anna, to: ben)
        let received = try #require(try store.received(by: ben).items.last)
        let id = MessageID(try #require(OpaqueID(received.id)))
        try store.answer("kanariwort", to: id, by: ben)
        try store.write { store throws(DomainError) in
            _ = try store.blockSender(of: id, receivedBy: ben, at: .epoch)
            _ = try store.deleteMessage(id, of: ben)
        }
        let words = ["kanaritot", "kanariwort"]
        // The sender has it.
        #expect(store.store.clean())
        #expect(try archived.words(words, in: archived.archive).count == 2)
        try store.write { store throws(DomainError) in
            _ = try store.deleteMessage(sent, of: anna)
        }
        #expect(store.store.clean())
        #expect(try archived.words(words, in: archived.archive).isEmpty)
        for moment in try archived.moments() {
            let path = try archived.restore(until: moment, hasKey: hasKey)
            #expect(try archived.words(words, in: path).isEmpty)
            try RecordStore.openExisting(
                directory: path,
                masterKey: store.masterKey,
                now: .epoch
            ).close()
            #expect(!BlankMark.isThere(inStore: path))
            #expect(try findingsOfStore(at: path, store.masterKey).isEmpty)
            let notes = try StoredRecords(inStore: path).all.filter {
                [.inbox, .sent].contains($0.table)
            }
            #expect(notes.count <= 2)
        }
    }

    /// A file that was being rewritten when the process was killed leads as far as before, and is
    /// rewritten by the next pass.
    @Test func aKillInTheMiddleLosesNothing() throws {
        _ = try Village(in: store)
        try store.reopen()
        let name = try #require(try archived.names().last)
        let people = DepartedPeople(life: Instant.epoch.milliseconds, isOwnLog: true)
        let judge = { [store] (batch: LoggedBatch) -> ArchivedBatchJudgement in
            do throws(DomainError) {
                let payload = try store.store.engine.read { records throws(DomainError) in
                    let values = ErasedValues(
                        StoreView(records, store.store.secrets),
                        people,
                        areOwnPlaces: true
                    )
                    return try batch.rewritten { key, table, value throws(DomainError) in
                        guard let table = Schema.table(table) else {
                            return .kept
                        }
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
        let latest = try records(try archived.restore())
        var (copies, batchCount): ([String], Int) = ([], 0)
        let cleaning = ArchivedFileCleaning(
            name,
            in: archived.archive,
            rest: { [archived] _ in
                batchCount += 1
                guard batchCount % 9 == 0 else { return true }
                let copy = try? archived.copyArchive(to: "killed \(batchCount)")
                if let copy { copies.append(copy) }
                return true
            },
            judge: judge
        )
        #expect(try cleaning.run() == .rewritten)
        #expect(copies.count > 3)
        for copy in copies {
            #expect(try records(try archived.restore(by: [copy])) == latest)
            // It is the same batch whether it was rewritten or not.
            try archived.restore(by: [copy, archived.archive])
            let again = ArchivedFileCleaning(name, in: copy, rest: { _ in true }, judge: judge)
            #expect(try again.run() == .rewritten)
            #expect(try again.run() == .clean)
            let left = try FileManager.default.contentsOfDirectory(atPath: copy)
            #expect(!left.contains { $0.contains(".new.") })
            let file = "/" + name.text
            #expect(
                FileManager.default.contentsEqual(
                    atPath: copy + file,
                    andPath: archived.archive + file
                )
            )
        }
        // Whoever gives up leaves the file as it was.
        let given = ArchivedFileCleaning(name, in: copies[0], rest: { _ in false }, judge: judge)
        #expect(try given.run() == .interrupted)
    }

    /// A store whose log was archived and that was killed before it noted that archives the same
    /// batches again.
    @Test func batchesThatWereRewrittenAreArchivedAgain() throws {
        let person = try store.account("kanarinam")
        let killed = try store.copyOfFiles()
        try store.reopen()
        try store.removeAndErase(person)
        #expect(store.store.clean())
        #expect(try archived.words(["kanarinam"], in: archived.archive).isEmpty)
        var options = EngineOptions.small()
        let failures = Failures()
        options.logArchive = LogArchive(directory: archived.archive) { failures.note($0) }
        let engine = try WriteAheadEngine(
            directory: killed.path("store"),
            tables: Schema.tableNames,
            options: options
        )
        engine.close()
        #expect(failures.all.isEmpty)
    }

    /// Who is gone of the life before a restoration is known by the mark alone; whoever else was
    /// not restored may be restored yet.
    @Test func anEarlierLifeKeepsWhomNobodyDeleted() throws {
        let gone = try store.account("kanarinam")
        try store.reopen()
        let moment = try #require(try archived.moments().last)
        _ = try store.account("kanaribild")
        store.store.close()
        let path = try archived.restore(until: moment)
        var options = EngineOptions.small()
        options.logArchive = LogArchive(directory: archived.archive)
        let again = try RecordStore.open(
            directory: path,
            masterKey: store.masterKey,
            now: .epoch,
            options: options
        )
        #expect(again.clean())
        let words = ["kanarinam", "kanaribild"]
        #expect(try archived.words(words, in: archived.archive) == Set(words))
        let done = DispatchSemaphore(value: 0)
        again.write(.ordinary) { store throws(DomainError) in
            try store.remove(gone, at: .epoch)
            while try store.eraseNext(recordCountMax: 100) {}
        } completion: { (_: Result<Void, DomainError>) in
            done.signal()
        }
        try done.waitPatiently()
        #expect(again.clean())
        again.close()
        #expect(try archived.words(words, in: archived.archive) == ["kanaribild"])
    }

    @Test func aDamagedFileIsLeftAndSaid() throws {
        let person = try store.account("kanarinam")
        try store.reopen()
        try store.removeAndErase(person)
        try store.reopen()
        let name = try #require(try archived.names().first)
        let url = URL(fileURLWithPath: archived.archive + "/" + name.text)
        var bytes = try Data(contentsOf: url)
        bytes[LogBatch.headerByteCount] ^= 1
        try bytes.write(to: url)
        #expect(!store.store.clean())
        #expect(store.store.archiveCleaning.leftFileCount == 1)
        #expect(store.store.archiveCleaning.cleanedAt == nil)
        bytes[LogBatch.headerByteCount] ^= 1
        try bytes.write(to: url)
        #expect(store.store.clean())
        #expect(store.store.archiveCleaning.leftFileCount == 0)
        #expect(try archived.words(["kanarinam"], in: archived.archive).isEmpty)
    }
}

/// What was told of an archive.
private final class Failures: Sendable {
    private let state = Mutex<[LogArchiveNews]>([])

    var all: [LogArchiveNews] { state.withLock { $0 } }

    func note(_ news: LogArchiveNews) {
        state.withLock { $0.append(news) }
    }
}
