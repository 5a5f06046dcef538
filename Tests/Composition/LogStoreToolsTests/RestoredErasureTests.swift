import AccountRules
import Domain
import NoteRules
import OperatingSystem
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogEngine
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StoreTools

/// Who deleted the account stays deleted, whatever is restored.
@Suite struct RestoredErasureTests {
    private let folder = TemporaryDirectory()
    private let store: TestStore
    private let gone: UserNumber
    private let guest: UserNumber
    private let other: UserNumber
    /// Marks are kept for a time that is counted from the day of the deletion.
    private let today = Instant(milliseconds: LogTime.now.milliseconds)

    init() throws {
        store = try TestStore()
        gone = try store.account("gone")
        guest = try store.guest()
        other = try store.account("other")
        for sender in [gone, guest] {
            try store.send("from \(sender.rawValue)", from: sender, to: other)
            try store.send("to \(sender.rawValue)", from: other, to: gone)
        }
    }

    private func backUp(to name: String) throws -> BackupFiles {
        let left = try store.copyOfFiles()
        let files = try StoreFiles(directory: left.path("store"))
        _ = try files.backUp(to: folder.path(name), clock: { .epoch }) { _ in }
        return try BackupFiles(path: folder.path(name))
    }

    private func deleteBoth() throws {
        let (gone, guest, today) = (gone, guest, today)
        try store.write { store throws(DomainError) in
            try store.remove(gone, at: today)
            try store.remove(guest, at: today)
            while try store.eraseNext(recordCountMax: 100) {}
        }
    }

    /// With the key at once, without it by the first start.
    @Test(arguments: [true, false])
    func whoWasDeletedAfterABackupDoesNotComeBack(hasKey: Bool) throws {
        let first = try backUp(to: "first")
        try deleteBoth()
        let marks = try ErasureFile(in: store.path).marks()
        #expect(marks.count == 2)
        _ = try backUp(to: "second")
        #expect(try ErasureFile(in: folder.path("second")).marks() == marks)

        // The store is lost with all that was beside it; the later backup says who is gone.
        let restored = folder.path("restored")
        try BackupRestoration(of: first, to: restored, masterKey: hasKey ? store.masterKey : nil)
            .run(predecessor: .kept) { _ in }
        let again = try RecordStore.openExisting(
            directory: restored,
            masterKey: store.masterKey,
            now: today
        )
        try again.eraseAll()
        try again.read { store throws(DomainError) in
            #expect(try store.user(gone) == nil)
            #expect(try store.user(other) != nil)
            for user in [gone, guest] {
                _ = try store.visitSent(by: user, before: nil, limit: 9) { _ in
                    Issue.record("a note of somebody who was deleted")
                    return .next
                }
            }
        }
        again.close()
        #expect(try findingsOfStore(at: restored, store.masterKey).isEmpty)
        #expect(try ErasureFile(in: restored).marks() == marks)
    }

    @Test func marksThatWereLostAreWrittenAgain() throws {
        try deleteBoth()
        let file = ErasureFile(in: store.path)
        let marks = try file.marks()
        try file.replace(by: [])
        try store.reopen()
        #expect(try file.marks() == marks)
    }

    /// A line that was written half is none; one that was changed is told.
    @Test func aFileOfMarksIsReadAsItWasWritten() throws {
        let file = ErasureFile(in: folder.path)
        #expect(try file.marks().isEmpty)
        let marks = (0..<3).map { number in
            ErasureMark(digest: OpaqueID(high: .max, low: number), day: 20_000 + UInt32(number))
        }
        try file.append(Array(marks[..<2]))
        var bytes = try Files.bytes(of: file.path)
        #expect(bytes.count == 2 * ErasureMark.lineByteCount)
        try Files.write(bytes + bytes.prefix(30), to: file.path)
        #expect(try file.marks() == Set(marks[..<2]))
        try file.append([marks[2]])
        #expect(try file.marks() == Set(marks))
        bytes = try Files.bytes(of: file.path)
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 1
            try Files.write(damaged, to: file.path)
            #expect(throws: ErasureFileError.damaged(path: file.path)) {
                try file.marks()
            }
        }
    }

    /// A clock that was set ahead makes nobody come back.
    @Test func marksGoWhenNoBackupNeedsThemAnyMore() throws {
        try deleteBoth()
        let marks = try ErasureFile(in: store.path).marks()
        let late = today.adding(seconds: Int64(ErasureMark.daysKept + 2) * 86_400)
        let file = LivedFile(inStore: store.path, life: store.store.life)
        store.store.close()
        func open(at now: Instant, lived: Instant?) throws -> Set<ErasureMark> {
            if let lived {
                let steady = SteadyMoment(run: "a run", milliseconds: 1)
                try file.write(LivedNote(moment: lived, steady: steady))
            }
            try RecordStore.openExisting(
                directory: store.path,
                masterKey: store.masterKey,
                now: now
            ).close()
            return try ErasureFile(in: store.path).marks()
        }
        #expect(try open(at: late, lived: nil) == marks)
        #expect(try open(at: late, lived: today) == marks)
        #expect(try open(at: today, lived: late) == marks)
        #expect(try open(at: late, lived: late).isEmpty)
    }
}

private enum Files {
    static func bytes(of path: String) throws -> [UInt8] {
        try LogSegment(path: path, operations: FileOperations()).contents()
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        try FileReplacement.write(bytes, to: path)
    }
}
