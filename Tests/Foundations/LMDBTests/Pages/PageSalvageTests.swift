import Foundation
import LMDB
import TestSupport
import Testing

@Suite("What is read of a damaged data file")
struct PageSalvageTests {
    /// The names of so many tables fit no single page.
    @Test(arguments: [2, 40, 90])
    func theNewestStateIsFoundWithoutItsMetaPage(tableCount: Int) throws {
        let path = try file(tableCount: tableCount)
        for meta: UInt64 in [0, 1] {
            let values = try Self.values(in: try damaged(path, pages: [meta]))
            #expect(values.count == tableCount, "meta page \(meta)")
            #expect(Set(values.values) == ["7"], "meta page \(meta)")
        }
        #expect(try Self.values(in: try damaged(path, pages: [0, 1])).count == tableCount)
    }

    /// What it leads to is there all the same.
    @Test(arguments: [2, 40, 90])
    func recordsAreFoundWithoutTheListOfTables(tableCount: Int) throws {
        let path = try file(tableCount: tableCount)
        let walk = CollectingVisitor()
        let file = try DataFile(path: path)
        PageWalk(of: file, asOf: try #require(file.states().first), visitor: walk).finish()
        let list = walk.pages.filter { $0.tree == .tableList }.map(\.number)
        #expect((list.count > 2) == (tableCount > 50))
        for page in list {
            let salvage = try Self.salvage(try damaged(path, pages: [page]))
            var count = 0
            salvage.readReached { _, _, _, _ in count += 1 }
            let isKnown = salvage.readCutOff { _, _, _ in
                count += 1
                return true
            }
            #expect(isKnown && salvage.areTablesLost && count == tableCount)
            #expect(salvage.unreadPages == [page])
        }
    }

    /// It is sound by itself, and its keys are not those that are lost.
    @Test(arguments: [PageTree.tableList, .freeList], [2, 90])
    func aPageOfAnotherListInThePlaceOfRecordsIsNotTakenForThem(
        list: PageTree,
        tableCount: Int
    ) throws {
        let path = try file(tableCount: tableCount)
        let walk = CollectingVisitor()
        let file = try DataFile(path: path)
        PageWalk(of: file, asOf: try #require(file.states().first), visitor: walk).finish()
        let other = try #require(walk.pages.last { $0.tree == list && $0.kind == .leaf })
        let page = try #require(walk.pages.first { $0.tree == .table("a table with number 0") })
        var bytes = try Data(contentsOf: URL(filePath: path))
        let (from, to) = (Int(other.number) * 4096, Int(page.number) * 4096)
        // All but its number.
        bytes.replaceSubrange(to + 8..<to + 4096, with: Data(bytes[from + 8..<from + 4096]))
        let copy = folder.path("copy")
        try bytes.write(to: URL(filePath: copy))
        let salvage = try Self.salvage(copy)
        salvage.readReached { _, _, _, _ in }
        #expect(salvage.lost.map(\.table) == ["a table with number 0"])
        #expect(salvage.lost.map(\.page) == [page.number])
        #expect(salvage.lost.map(\.keys) == [KeyBounds()])
        #expect(!salvage.areTablesLost)
        #expect(salvage.readCutOff { _, _, _ in false })
        #expect(salvage.unreadPages == [page.number])
    }

    /// Writes seven commits to a store of so many tables, and closes it.
    private func file(tableCount: Int) throws -> String {
        let names = (0..<tableCount).map { "a table with number \($0)" }
        let environment = try Environment.open(
            directory: folder.path("store"),
            tables: names,
            options: EnvironmentOptions()
        )
        for number in 1...7 {
            try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
                for table in environment.tables {
                    try transaction.put("\(number)", for: "number", in: table)
                }
                try transaction.commit()
            }
        }
        environment.close()
        return folder.path("store/data/data.mdb")
    }

    private let folder = TemporaryDirectory()

    /// A copy whose pages are zeros.
    private func damaged(_ path: String, pages: [UInt64]) throws -> String {
        var bytes = try Data(contentsOf: URL(filePath: path))
        for page in pages {
            let start = Int(page) * 4096
            bytes.replaceSubrange(start..<start + 4096, with: Data(count: 4096))
        }
        let copy = folder.path("copy")
        try bytes.write(to: URL(filePath: copy))
        return copy
    }

    private static func salvage(_ path: String) throws -> PageSalvage {
        try PageSalvage(ofFileAt: path, newestBy: "a table with number 1") { _, value in
            UInt64(String(value))
        }
    }

    /// What each table has.
    private static func values(in path: String) throws -> [String: String] {
        let salvage = try salvage(path)
        final class Found { var values: [String: String] = [:] }
        let found = Found()
        salvage.readReached { table, _, value, _ in found.values[table] = String(value) }
        return found.values
    }
}
