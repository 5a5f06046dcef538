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
            try? Self.clean(worn)
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

    private static func clean(_ worn: WornStore) throws {
        let pass = try PageCleaning(of: worn.store.environment)
        while !pass.isDone { try pass.step() }
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
