import EngineTestSupport
import Foundation
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

/// The search for damaged pages in a store that is in use.
@Suite struct PageScrubTests {
    private let directory = TemporaryDirectory()

    private var file: URL { URL(filePath: directory.path("store/data/data.mdb")) }
    private var mark: String { DamageMark.path(inStore: directory.path("store")) }

    /// A store whose records are in its database.
    private func filledStore(recordCount: Int = 600) async throws -> WriteAheadEngine {
        let path = directory.path("store")
        let engine = try WriteAheadEngine(directory: path, tables: ["first"])
        for number in 0..<recordCount {
            var key = Key()
            key.append(UInt64(number))
            let name = key
            try await engine.write { view throws(StorageError) in
                try view.put([UInt8](repeating: 7, count: 500), for: name, in: TableID(rawValue: 0))
            }
        }
        engine.close()
        return try WriteAheadEngine(directory: path, tables: ["first"])
    }

    private func pass(_ engine: WriteAheadEngine) throws -> (damage: String?, byteCount: Int) {
        var damage: String?
        var byteCount = 0
        while true {
            let step = try #require(engine.scrub.step())
            damage = damage ?? step.damage
            byteCount += step.byteCount
            if step.isLast { return (damage, byteCount) }
        }
    }

    @Test func damageIsFoundOnceAPassAndLeavesTheMark() async throws {
        let engine = try await filledStore()
        let (none, byteCount) = try pass(engine)
        #expect(none == nil && byteCount > 300_000)
        #expect(!FileManager.default.fileExists(atPath: mark))
        let whole = try Data(contentsOf: file)
        let record = try #require(whole.range(of: Data(repeating: 7, count: 500)))
        let page = record.lowerBound / 4096
        let handle = try FileHandle(forUpdating: file)
        try handle.seek(toOffset: UInt64(page * 4096))
        try handle.write(contentsOf: Data(count: 4096))
        for _ in 0..<2 {
            let damage = try #require(try pass(engine).damage)
            #expect(damage.contains("page \(page) of the table first"), "\(damage)")
            #expect(engine.scrub.progress.damagedPageCount == 1)
        }
        #expect(FileManager.default.fileExists(atPath: mark))
        try handle.seek(toOffset: UInt64(page * 4096))
        try handle.write(contentsOf: whole[page * 4096..<(page + 1) * 4096])
        try handle.close()
        #expect(try pass(engine).damage == nil)
        let progress = engine.scrub.progress
        #expect(progress.damagedPageCount == 0 && progress.passCount == 4)
        engine.close()
        #expect(engine.scrub.step() == nil)
    }

    /// What a check before an opening left is due until it has been looked at, whatever ends come
    /// between.
    @Test func theRestOfACheckIsNotLost() async throws {
        try await filledStore(recordCount: 2_400).close()
        let store = directory.path("store")
        let lock = URL(filePath: directory.path("store/lock"))
        func isDue() throws -> Bool { try !Data(contentsOf: lock).isEmpty }
        #expect(try !isDue())
        // As a process leaves it that is killed.
        try Data("1".utf8).write(to: lock)
        var options = EngineOptions()
        for isFinished in [false, false, true] {
            let rest = try OpeningCheck.run(inStore: store, within: .zero)
            try #require(rest != nil)
            options.uncheckedFrom = rest
            let engine = try WriteAheadEngine(directory: store, tables: ["first"], options: options)
            _ = try #require(engine.scrub.step())
            if isFinished { _ = try pass(engine) }
            engine.close()
            #expect(try isDue() == !isFinished)
        }
        try Data("1".utf8).write(to: lock)
        // Who opens it without a check takes nothing of that.
        try WriteAheadEngine(directory: store, tables: ["first"]).close()
        #expect(try isDue())
        #expect(try OpeningCheck.run(inStore: store, within: .seconds(600)) == nil)
        #expect(try !isDue())
    }
}
