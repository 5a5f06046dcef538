import Domain
import LMDB
import NoteRules
import NoteletAPI
import TestSupport
import Testing

@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage
import LogStoreTools

/// Stores of several levels, with values that have pages of their own.
@Suite struct DeepSalvageTests {
    private let damaged: DamagedStore
    /// The pages of the whole store, by what they are.
    private let pages: PagesByKind

    init() throws {
        damaged = try DamagedStore(of: Self.town())
        try damaged.begin()
        pages = try PagesByKind(ofFileAt: damaged.dataPath)
    }

    /// Many people with notes, of which some are longer than a page.
    private static func town() throws -> TestStore {
        let store = try TestStore()
        let people = try (0..<60).map { try store.account("person\($0)") }
        for round in 0..<6 {
            try store.write { transaction throws(DomainError) in
                for (index, person) in people.enumerated() {
                    let other = people[(index + round + 1) % people.count]
                    let text = String(repeating: "긴 글,", count: index % 9 == 0 ? 500 : 20)
                    _ = try transaction.send(text, from: person, to: other)
                }
            }
        }
        for person in people.prefix(20) {
            let id = try #require(try store.received(by: person).items.first)
            try store.answer("응", to: MessageID(try #require(OpaqueID(id.id))), by: person)
        }
        return store
    }

    @Test func theTownIsDeep() {
        #expect(pages.branches.count > 2)
        #expect(pages.leaves.count > 30)
        #expect(pages.overflows.count > 10)
    }

    @Test func belowADamagedInnerPageAllIsFound() throws {
        for page in pages.branches {
            try damaged.begin()
            try damaged.zero(page)
            let salvaged = try damaged.salvage()
            #expect(!salvaged.summary.hasLoss, "\(salvaged.findings.first as Any)")
            #expect(salvaged.count(.recovered) == 1)
            #expect(damaged.unexplained(salvaged) == [])
        }
    }

    @Test func aDamagedLeafCostsWhatItHeld() throws {
        for page in pages.leaves.enumerated().filter({ $0.offset % 3 == 0 }).map(\.element) {
            try damaged.begin()
            try damaged.zero(page)
            let salvaged = try damaged.salvage()
            #expect(damaged.unexplained(salvaged) == [], "\(page)")
            #expect(salvaged.findings.contains { $0.page == UInt64(page) })
        }
    }

    @Test func aDamagedLongValueCostsOneNote() throws {
        for run in pages.overflows.prefix(3) {
            for page in [run.lowerBound, run.upperBound - 1] {
                try damaged.begin()
                try damaged.overwrite(page, [UInt8](repeating: 7, count: 4096))
                let salvaged = try damaged.salvage()
                #expect(damaged.unexplained(salvaged) == [])
                let lost = salvaged.findings.filter { $0.outcome == .lost && $0.table == "inbox" }
                #expect(Set(lost.map(\.key)).count == 1)
                #expect(lost.allSatisfy { $0.end == nil && !$0.person.isEmpty })
            }
        }
    }

    @Test func withoutMetaPagesTheNewestStateIsFound() throws {
        for metaPages in [[0], [1], [0, 1]] {
            try damaged.begin()
            for page in metaPages { try damaged.zero(page) }
            let salvaged = try damaged.salvage()
            #expect(!salvaged.summary.hasLoss, "\(salvaged.findings)")
            #expect(salvaged.count(.recovered) == metaPages.count)
            #expect(damaged.unexplained(salvaged) == [])
        }
    }

    @Test func aDamagedListOfFreePagesCostsNothing() throws {
        #expect(!pages.freeList.isEmpty)
        for page in pages.freeList {
            try damaged.begin()
            try damaged.zero(page)
            let salvaged = try damaged.salvage()
            #expect(!salvaged.summary.hasLoss)
            #expect(salvaged.findings.map(\.page) == [UInt64(page)])
            #expect(damaged.unexplained(salvaged) == [])
        }
    }

    /// What is cut off cannot be told from what is free, then.
    @Test func withoutAListOfFreePagesWhatIsCutOffIsLost() throws {
        let (branch, free) = (pages.branches[0], pages.freeList[0])
        try damaged.begin()
        try damaged.zero(branch, free)
        let salvaged = try damaged.salvage()
        #expect(salvaged.summary.hasLoss)
        #expect(damaged.unexplained(salvaged) == [])
    }

    @Test func severalPagesAtOnce() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<5 {
            try damaged.begin()
            let pages = 2..<damaged.pageCount
            for _ in 0..<4 { try damaged.zero(Int.random(in: pages, using: &random)) }
            let salvaged = try damaged.salvage()
            #expect(damaged.unexplained(salvaged) == [])
        }
    }
}

/// What the pages of a sound database are.
private final class PagesByKind: PageVisitor {
    private(set) var branches: [Int] = []
    private(set) var leaves: [Int] = []
    private(set) var overflows: [Range<Int>] = []
    private(set) var freeList: [Int] = []

    init(ofFileAt path: String) throws {
        let file = try DataFile(path: path)
        let state = try #require(file.states().first)
        PageWalk(of: file, asOf: state, visitor: self).finish()
    }

    func visit(_ page: ReachedPage) {
        let number = Int(page.number)
        switch (page.tree, page.kind) {
        case (.freeList, _): freeList.append(number)
        case (.tableList, _), (.table("log"), _): return
        case (.table, .branch): branches.append(number)
        case (.table, .leaf): leaves.append(number)
        case (.table, .overflow): overflows.append(number..<number + Int(page.pageCount))
        }
    }

    func note(_ finding: PageFinding) { Issue.record("A sound store: \(finding)") }
}
