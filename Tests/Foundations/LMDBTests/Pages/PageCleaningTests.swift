import Foundation
import LMDB
import TestSupport
import Testing

@Suite("Cleaning of a data file")
struct PageCleaningTests {
    /// A pass over a sound file leaves what it means, and of all else nothing.
    @Test func whatIsMeantStays() throws {
        let worn = try WornStore(seed: 21, commitCount: 60)
        let before = try WornStore.walk(worn.path)
        try Self.clean(worn)
        let after = try WornStore.walk(worn.path)
        #expect(after.findings.isEmpty)
        let isSame = after.records == before.records
        #expect(isSame)
        let bytes = try Data(contentsOf: URL(filePath: worn.path))
        for page in after.pages {
            let gap = bytes[Int(page.number) * 4096..<Int(page.number + page.pageCount) * 4096]
                .dropFirst(page.gap.lowerBound).prefix(page.gap.count)
            #expect(gap.allSatisfy { $0 == 0 }, "page \(page.number)")
        }
    }

    /// A list of free pages that names a page in use costs no record, wherever the page is in the
    /// order in which they are looked at.
    @Test(arguments: [31, 32] as [UInt64])
    func aDamagedListOfFreePagesIsNotTrusted(seed: UInt64) throws {
        let worn = try WornStore(seed: seed, commitCount: 120)
        let before = try WornStore.walk(worn.path)
        let inUse = before.pages.filter { if case .table = $0.tree { true } else { false } }
        #expect(inUse.count > 300)
        var forgedCount = 0
        for victim in [inUse.first, inUse[inUse.count / 2], inUse.last].compactMap({ $0 }) {
            let whole = try Data(contentsOf: URL(filePath: worn.path))
            guard let place = Self.place(toName: victim.number, in: before, whole) else { continue }
            forgedCount += 1
            let file = try FileHandle(forUpdating: URL(filePath: worn.path))
            defer { try? file.close() }
            try file.seek(toOffset: UInt64(place))
            try file.write(contentsOf: withUnsafeBytes(of: victim.number) { Data($0) })
            _ = try? Self.clean(worn)
            let isDamaged = try WornStore.walk(worn.path).findings.contains {
                $0.defect.isDangerous
            }
            #expect(isDamaged)
            try file.seek(toOffset: UInt64(place))
            try file.write(contentsOf: whole[place..<place + 8])
            let isWhole = try WornStore.walk(worn.path).records == before.records
            #expect(isWhole, "\(victim)")
        }
        #expect(forgedCount > 0)
    }

    /// A run whose header says one page too many costs nothing of what lies behind it, however far
    /// apart the walk reaches both.
    @Test(arguments: [41, 42] as [UInt64])
    func aRunThatSeemsTooLongTakesNobodysPage(seed: UInt64) throws {
        let worn = try WornStore(seed: seed, commitCount: 160)
        let before = try WornStore.walk(worn.path)
        // The pages that the walk has read before it comes to each.
        var places: [UInt64: UInt64] = [:]
        var place: UInt64 = 0
        for page in before.pages {
            for number in page.number..<page.number + page.pageCount { places[number] = place }
            place += page.pageCount
        }
        let file = try FileHandle(forUpdating: URL(filePath: worn.path))
        defer { try? file.close() }
        var forgedCount = 0
        for run in before.pages where run.kind == .overflow {
            // A step looks at 512 pages: the neighbour is reached in another one.
            guard let own = places[run.number], let other = places[run.number + run.pageCount],
                max(own, other) - min(own, other) > 512
            else { continue }
            forgedCount += 1
            try Self.write(pageCount: run.pageCount + 1, of: run, to: file)
            _ = try? Self.clean(worn)
            try Self.write(pageCount: run.pageCount, of: run, to: file)
            let after = try WornStore.walk(worn.path)
            let isWhole = after.records == before.records && after.findings.isEmpty
            try #require(isWhole, "\(run)")
            if forgedCount == 8 { break }
        }
        #expect(forgedCount > 0)
    }

    /// LMDB leaves a run as long as it is where its transaction puts a shorter value: whose the
    /// rest is cannot be told, so it stays, and the pass does not claim to be whole.
    @Test func whatARunKeepsIsLeftAlone() throws {
        for secondByteCount in [9_000, 2_100] {
            let worn = try WornStore(seed: 1, commitCount: 0)
            let environment = worn.store.environment
            try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
                for byteCount in [9_000, secondByteCount] {
                    let value = String(repeating: "v", count: byteCount)
                    try transaction.put(value, for: "key", in: worn.store.first)
                }
                try transaction.commit()
            }
            let runs = try WornStore.walk(worn.path).pages.filter { $0.kind == .overflow }
            let isLong = secondByteCount < 9_000
            #expect(runs.map(\.sparePageCount) == [isLong ? 2 : 0])
            let before = try Data(contentsOf: URL(filePath: worn.path))
            #expect(try Self.clean(worn).isWhole == !isLong)
            let after = try Data(contentsOf: URL(filePath: worn.path))
            let run = try #require(runs.first)
            let range = Int(run.number) * 4096..<Int(run.number + run.pageCount) * 4096
            let spare = range.suffix(Int(run.sparePageCount) * 4096)
            #expect(before[spare] == after[spare])
            let value = String(repeating: "v", count: secondByteCount)
            #expect(try environment.get("key", in: worn.store.first) == value)
        }
    }

    private static func write(
        pageCount: UInt64,
        of run: ReachedPage,
        to file: FileHandle
    ) throws {
        try file.seek(toOffset: run.number * 4096 + 12)
        try file.write(contentsOf: withUnsafeBytes(of: UInt32(pageCount)) { Data($0) })
    }

    @discardableResult
    private static func clean(_ worn: WornStore) throws -> PageCleaning {
        let pass = try PageCleaning(of: worn.store.environment)
        while !pass.isDone { try pass.step() }
        return pass
    }

    /// Where in the file a free page is named, in whose place another one can be named so that the
    /// list still descends.
    private static func place(
        toName page: UInt64,
        in found: CollectingVisitor,
        _ bytes: Data
    ) -> Int? {
        for (_, pages) in Dictionary(grouping: found.free, by: \.value) {
            let list = pages.map(\.key).sorted(by: >)
            for (index, free) in list.enumerated() {
                let isInOrder =
                    (index == 0 || list[index - 1] > page)
                    && (index + 1 == list.count || list[index + 1] < page)
                // Two in a row are found at one place alone.
                guard isInOrder, index + 1 < list.count else { continue }
                let pattern = withUnsafeBytes(of: (free, list[index + 1])) { Data($0) }
                for listed in found.pages where listed.tree == .freeList {
                    let start = Int(listed.number) * 4096
                    let range = start..<start + 4096 * Int(listed.pageCount)
                    if let place = bytes.range(of: pattern, in: range) { return place.lowerBound }
                }
            }
        }
        return nil
    }
}
