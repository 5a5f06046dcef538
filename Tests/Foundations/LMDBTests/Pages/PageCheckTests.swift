import Foundation
import LMDB
import TestSupport
import Testing

@Suite("Check of a data file before it is opened")
struct PageCheckTests {
    @Test func aSoundFileIsLookedAtWholly() throws {
        let worn = try WornStore(seed: 41, commitCount: 60)
        let check = try PageCheck(ofFileAt: worn.path, within: nil)
        #expect(check.damage == nil && check.rest == nil)
        let reached = try WornStore.walk(worn.path).pages.reduce(0) { $0 + Int($1.pageCount) }
        #expect(check.pageCount == reached)
    }

    @Test func whatThereIsNoTimeForIsLeft() throws {
        let worn = try WornStore(seed: 42, commitCount: 120)
        let whole = try PageCheck(ofFileAt: worn.path, within: nil)
        let check = try PageCheck(ofFileAt: worn.path, within: .zero)
        let rest = try #require(check.rest)
        #expect(check.pageCount < whole.pageCount)
        let file = try DataFile(path: worn.path)
        let walk = PageWalk(
            of: file,
            asOf: try #require(file.states().first),
            from: rest,
            visitor: DangerousFindings()
        )
        walk.finish()
        #expect(walk.readPageCount + check.pageCount >= whole.pageCount)
    }

    @Test func damageIsNamedByPageAndTable() throws {
        let worn = try WornStore(seed: 43, commitCount: 30)
        let page = try #require(
            try WornStore.walk(worn.path).pages.last { $0.tree == .table("second") }
        )
        var bytes = try Data(contentsOf: URL(filePath: worn.path))
        let start = Int(page.number) * 4096
        bytes.replaceSubrange(start..<start + 4096, with: Data(count: 4096))
        let path = worn.store.directory.path + "/copy"
        try bytes.write(to: URL(filePath: path))
        let damage = try #require(try PageCheck(ofFileAt: path, within: nil).damage)
        #expect(damage.count == 1)
        #expect("\(damage)".contains("page \(page.number) of the table second: "), "\(damage)")
    }

    @Test func theNextOneKnowsHowTheLastOneEnded() throws {
        let folder = TemporaryDirectory()
        func wasLeftOpen() throws -> Bool {
            try Environment.withClosedStore(in: folder.path("store")) {
                (lock: borrowing StoreLock) throws(LMDBError) in lock.wasLeftOpen()
            }
        }
        let environment = try TemporaryStore.open(folder.path)
        let lock = try Data(contentsOf: URL(filePath: folder.path("store/lock")))
        environment.close()
        #expect(try !wasLeftOpen())
        // As a process leaves it that is killed.
        try lock.write(to: URL(filePath: folder.path("store/lock")))
        #expect(try wasLeftOpen())
        try TemporaryStore.open(folder.path).close()
        #expect(try wasLeftOpen())
        let again = try TemporaryStore.open(folder.path)
        again.noteChecked()
        again.close()
        #expect(try !wasLeftOpen())
        let failed = try TemporaryStore.open(folder.path)
        failed.noteFailure()
        failed.noteChecked()
        failed.close()
        #expect(try wasLeftOpen())
        // As a copy is.
        try FileManager.default.removeItem(atPath: folder.path("store/lock"))
        #expect(try !wasLeftOpen())
        #expect(!FileManager.default.fileExists(atPath: folder.path("store/lock")))
        #expect(throws: LMDBError.io(errno: ENOENT)) {
            try Environment.withClosedStore(in: folder.path) {}
        }
    }
}
