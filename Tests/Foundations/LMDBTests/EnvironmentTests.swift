import Foundation
import Glibc
import LMDB
import Synchronization
import TestSupport
import Testing

/// Reads that several tasks have done together.
private final class ReadCount: Sendable {
    let value = Atomic<Int>(0)
}

@Suite("Environment")
struct EnvironmentTests {
    private let directory = TemporaryDirectory()

    @Test func keepsItsRecordsWhenOpenedAgain() throws {
        let environment = try TemporaryStore.open(directory.path)
        try environment.put("one", for: "a", in: environment.tables[1])
        environment.close()
        let again = try TemporaryStore.open(directory.path)
        #expect(try again.get("a", in: again.tables[1]) == "one")
        #expect(!again.metaPages.isFileShort)
        #expect(again.metaPages.pageByteCount == 4096)
    }

    @Test func secondOpenIsRefusedAtOnce() throws {
        let environment = try TemporaryStore.open(directory.path)
        #expect(throws: LMDBError.inUse) { try TemporaryStore.open(directory.path) }
        symlink(directory.path, directory.path("alias"))
        #expect(throws: LMDBError.inUse) { try TemporaryStore.open(directory.path("alias")) }
        environment.close()
        _ = try TemporaryStore.open(directory.path)
    }

    @Test func filesAreForTheOwnerAlone() throws {
        _ = try TemporaryStore.open(directory.path)
        for (name, mode) in [
            ("store", 0o700), ("store/data", 0o700), ("store/lock", 0o600),
            ("store/data/data.mdb", 0o600), ("store/data/lock.mdb", 0o600),
        ] {
            var status = stat()
            #expect(stat(directory.path(name), &status) == 0)
            #expect(status.st_mode & 0o777 == mode_t(mode), "\(name)")
        }
    }

    @Test func leftoversOfAnInterruptedCreationAreRemoved() throws {
        mkdir(directory.path("store"), 0o700)
        mkdir(directory.path("store/new.1"), 0o700)
        try write([], to: "store/new.1/data.mdb")
        _ = try TemporaryStore.open(directory.path)
        #expect(access(directory.path("store/new.1"), F_OK) == -1)
    }

    @Test func informationTellsTheLimits() throws {
        let options = EnvironmentOptions(mapByteCount: 8 << 20, readerCountMax: 7)
        let environment = try TemporaryStore.open(directory.path, options: options)
        let information = try environment.information()
        #expect(information.mapByteCount == 8 << 20)
        #expect(information.readerCountMax == 7)
        #expect(information.pageByteCount == 4096)
        #expect(information.lastTransactionID == 1)
        #expect(try environment.clearStaleReaders() == 0)
        #expect(try environment.freeByteCount() > 0)
    }

    @Test func moreTablesThanAllowedAreRefused() {
        #expect(throws: LMDBError.tablesFull) {
            try TemporaryStore.open(directory.path, options: EnvironmentOptions(tableCountMax: 1))
        }
    }

    @Test func closedEnvironmentRefuses() throws {
        let environment = try TemporaryStore.open(directory.path)
        _ = try environment.get("a", in: environment.tables[0])
        environment.close()
        environment.close()
        #expect(throws: LMDBError.closed) { try environment.get("a", in: environment.tables[0]) }
        #expect(throws: LMDBError.closed) {
            try environment.put("one", for: "a", in: environment.tables[0])
        }
        #expect(throws: LMDBError.closed) { try environment.information() }
    }

    @Test func closingWaitsForReaders() throws {
        let environment = try TemporaryStore.open(directory.path)
        try environment.put("one", for: "a", in: environment.tables[0])
        let reads = ReadCount()
        for _ in 0..<3 {
            Thread.detachNewThread {
                while (try? environment.get("a", in: environment.tables[0])) == "one" {
                    reads.value.add(1, ordering: .relaxed)
                }
            }
        }
        let patience = Patience()
        while reads.value.load(ordering: .relaxed) < 1_000 {
            try patience.check()
            sched_yield()
        }
        environment.close()
        _ = try TemporaryStore.open(directory.path)
    }

    @Test func foreignAndShortenedFilesAreRefused() throws {
        try TemporaryStore.open(directory.path).close()
        let good = try read("store/data/data.mdb")
        for count in [0, 1, 151, 152, 4096, 8191] {
            try write(Array(good.prefix(count)), to: "store/data/data.mdb")
            #expect(throws: LMDBError.invalid, "\(count)") {
                try TemporaryStore.open(directory.path)
            }
        }
        for (offset, byte, error) in [
            (16, 0xFF, LMDBError.invalid), (4096 + 16, 0xFF, .invalid),
            (20, 2, .versionMismatch), (40, 3, .invalid), (4096 + 41, 0x20, .invalid),
            (144, 0x77, .invalid), (136, 0xFF, nil),
        ] as [(Int, UInt8, LMDBError?)] {
            var bad = good
            bad[offset] = byte
            try write(bad, to: "store/data/data.mdb")
            if let error {
                #expect(throws: error, "\(offset)") { try TemporaryStore.open(directory.path) }
            }
        }
        try write(good, to: "store/data/data.mdb")
        _ = try TemporaryStore.open(directory.path)
    }

    @Test func fileWithoutItsLastPagesIsSuspicious() throws {
        let environment = try TemporaryStore.open(directory.path)
        for index in 0..<50 {
            let value = String(repeating: "v", count: 5_000)
            try environment.put(value, for: "\(index)", in: environment.tables[0])
        }
        environment.close()
        let path = directory.path("store/data/data.mdb")
        let whole = try MetaPages(path: path)
        #expect(!whole.isFileShort)
        truncate(path, off_t(whole.lastPageNumber) * off_t(whole.pageByteCount))
        #expect(try MetaPages(path: path).isFileShort)
    }

    @Test func lockFileHasItsRoomBeforeItIsMapped() throws {
        let environment = try TemporaryStore.open(directory.path)
        defer { environment.close() }
        var status = stat()
        #expect(stat(directory.path("store/data/lock.mdb"), &status) == 0)
        #expect(Int(status.st_blocks) * 512 >= Int(status.st_size))
    }

    @Test func missingParentIsAnError() {
        #expect(throws: LMDBError.io(errno: ENOENT)) {
            try Environment.open(directory: directory.path("a/b"), tables: [])
        }
    }

    @Test func codesBecomeNamedErrors() {
        let expected: [(Int32, LMDBError)] = [
            (-30797, .pageNotFound), (-30796, .corrupted), (-30795, .panic),
            (-30788, .transactionFull), (-30785, .mapResized), (-30780, .other(code: -30780)),
            (ENOSPC, .io(errno: ENOSPC)),
        ]
        for (code, error) in expected { #expect(LMDBError(code: code) == error) }
        #expect(LMDBError.io(errno: ENOSPC).isOutOfSpace)
        #expect(!LMDBError.io(errno: EIO).isOutOfSpace)
    }

    private func read(_ name: String) throws -> [UInt8] {
        let file = try #require(fopen(directory.path(name), "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    private func write(_ bytes: [UInt8], to name: String) throws {
        let file = try #require(fopen(directory.path(name), "w"))
        defer { fclose(file) }
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }
}
