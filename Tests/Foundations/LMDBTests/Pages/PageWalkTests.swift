import Foundation
import LMDB
import TestSupport
import Testing

@Suite("Pages of a data file")
struct PageWalkTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func everyPageOfASoundFileIsAccountedFor(seed: UInt64) throws {
        var worn = try WornStore(seed: seed, commitCount: 0)
        for _ in 0..<40 {
            try worn.change()
            let found = try WornStore.walk(worn.path)
            #expect(found.findings.isEmpty)
            for (index, name) in ["first", "second"].enumerated() {
                let records = found.records[.table(name)] ?? [:]
                let texts = records.map { key, value in
                    (String(decoding: key, as: UTF8.self), String(decoding: value, as: UTF8.self))
                }
                #expect(Dictionary(uniqueKeysWithValues: texts) == worn.models[index])
            }
            let account = try worn.store.environment.pageAccount()
            #expect(found.free.count == account.freePageCount)
            let reached = found.pages.reduce(0) { $0 + Int($1.pageCount) }
            #expect(reached + 2 + account.freePageCount == account.pageCount)
        }
        let kinds = Set(try WornStore.walk(worn.path).pages.map(\.kind))
        #expect(kinds == [.branch, .leaf, .overflow])
    }

    @Test func aWalkInPartsFindsTheSame() throws {
        let worn = try WornStore(seed: 4, commitCount: 60)
        let whole = try WornStore.walk(worn.path)
        let file = try DataFile(path: worn.path)
        let state = try #require(file.states().first)
        let parts = CollectingVisitor()
        var position: PageWalk.Position?
        var count = 0
        repeat {
            let walk = PageWalk(of: file, asOf: state, from: position, visitor: parts)
            walk.advance(pageCountMax: 3)
            position = walk.isDone ? nil : walk.position
            count += 1
        } while position != nil
        #expect(count > 10)
        #expect(parts.findings.isEmpty)
        #expect(parts.records == whole.records)
    }

    /// The pages of a walk's transaction stay as they are, whatever is committed meanwhile.
    @Test func aWalkSeesOneStateOfAStoreInUse() throws {
        var worn = try WornStore(seed: 9, commitCount: 40)
        let environment = worn.store.environment
        let before = try WornStore.walk(worn.path)
        let during = CollectingVisitor()
        try environment.withPageWalk(visitor: during) { walk in
            while !walk.isDone {
                walk.advance(pageCountMax: 4)
                #expect(throws: Never.self) { try worn.change() }
            }
        }
        #expect(during.findings.isEmpty)
        #expect(during.records == before.records)
    }

    @Test func gapsHoldNoRecords() throws {
        let worn = try WornStore(seed: 5, commitCount: 30)
        let whole = try WornStore.walk(worn.path)
        var bytes = Array(try Data(contentsOf: URL(filePath: worn.path)))
        for page in whole.pages {
            for offset in page.gap { bytes[Int(page.number) * 4096 + offset] = 0xAA }
        }
        for page in whole.free.keys {
            for offset in 0..<4096 where Int(page) * 4096 + offset < bytes.count {
                bytes[Int(page) * 4096 + offset] = 0xAA
            }
        }
        let path = worn.store.directory.path + "/copy"
        try Data(bytes).write(to: URL(filePath: path))
        let again = try WornStore.walk(path)
        #expect(again.findings.isEmpty)
        #expect(again.records == whole.records)
    }

    /// Each page in turn is lost; another one, or nothing, is found in its place.
    @Test func everyLostPageIsFound() throws {
        let worn = try WornStore(seed: 6, commitCount: 30)
        let whole = try WornStore.walk(worn.path)
        let bytes = Array(try Data(contentsOf: URL(filePath: worn.path)))
        let path = worn.store.directory.path + "/copy"
        var generator = SeededGenerator(seed: 6)
        for page in whole.pages {
            let offset = Int(page.number) * 4096
            let other = try #require(whole.pages.randomElement(using: &generator))
            let noise = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &generator) }
            var damages = [[UInt8](repeating: 0, count: 4096), noise]
            if other != page {
                damages.append(
                    Array(bytes[Int(other.number) * 4096..<Int(other.number + 1) * 4096])
                )
            }
            for damage in damages {
                var damaged = bytes
                damaged.replaceSubrange(offset..<offset + 4096, with: damage)
                try Data(damaged).write(to: URL(filePath: path))
                let found = try WornStore.walk(path)
                #expect(found.findings.contains { $0.page != nil }, "page \(page.number)")
            }
        }
    }

    @Test func aShortFileIsFound() throws {
        let worn = try WornStore(seed: 7, commitCount: 20)
        let whole = try WornStore.walk(worn.path)
        let last = try #require(whole.pages.map { $0.number + $0.pageCount }.max())
        let bytes = try Data(contentsOf: URL(filePath: worn.path))
        let path = worn.store.directory.path + "/copy"
        try bytes.prefix(Int(last) * 4096 - 1000).write(to: URL(filePath: path))
        #expect(try WornStore.walk(path).findings.contains { $0.defect == .behindEnd })
        for length in [0, 100, 4096, 4200] {
            try bytes.prefix(length).write(to: URL(filePath: path))
            if let file = try? DataFile(path: path) { #expect(file.states().count < 2) }
        }
    }

    /// Whatever stands in a file, a walk ends, and does not end the process.
    @Test func noByteEndsTheProcess() throws {
        let worn = try WornStore(seed: 8, commitCount: 12)
        let whole = try WornStore.walk(worn.path)
        let bytes = Array(try Data(contentsOf: URL(filePath: worn.path)))
        let path = worn.store.directory.path + "/copy"
        var generator = SeededGenerator(seed: 8)
        let heads = whole.pages.map { Int($0.number) * 4096 } + [0, 4096, 0, 4096]
        for _ in 0..<400 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let start = heads.randomElement(using: &generator) ?? 0
                let place = start + Int.random(in: 0..<160, using: &generator)
                damaged[place] = UInt8.random(in: 0...255, using: &generator)
            }
            try Data(damaged).write(to: URL(filePath: path))
            _ = try? WornStore.walk(path)
        }
    }
}
