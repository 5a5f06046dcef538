import EngineTestSupport
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

/// Random changes and questions, the same for the model and for a view.
private struct Walk: Sendable {
    var model = RecordModel()
    var generator: SeededGenerator
    var keyByteCountMax = 3
    var byteMax: UInt8 = 3

    mutating func run(_ steps: Int, on view: any WriteView) throws(UseCaseError) -> [String] {
        var differences: [String] = []
        for _ in 0..<steps {
            do throws(StorageError) {
                if let difference = try step(on: view) { differences.append(difference) }
            } catch {
                throw .storage(error)
            }
        }
        return differences
    }

    private mutating func step(on view: any WriteView) throws(StorageError) -> String? {
        let table = Int.random(in: 0...1, using: &generator)
        let id = TableID(rawValue: UInt8(table))
        let key = randomKey(atLeast: 1)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4:
            let count = Int.random(in: 0...9, using: &generator)
            let value = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            model.tables[table][key.array] = value
            try view.put(value, for: key, in: id)
        case 4..<6:
            model.tables[table][key.array] = nil
            try view.delete(key, in: id)
        case 6:
            let expected = model.tables[table][key.array]
            if try view.get(key, in: id) != expected { return "get \(key.array)" }
            if try view.contains(key, in: id) != (expected != nil) { return "has \(key.array)" }
        default:
            return try compareScan(of: table, on: view)
        }
        return nil
    }

    mutating func compareScan(of table: Int, on view: any ReadView) throws(StorageError) -> String?
    {
        let id = TableID(rawValue: UInt8(table))
        let upper = Bool.random(using: &generator) ? randomKey(atLeast: 0) : nil
        let range = KeyRange(lower: randomKey(atLeast: 0), upper: upper)
        let direction: ScanDirection = Bool.random(using: &generator) ? .ascending : .descending
        let limit = Int.random(in: 0...20, using: &generator)
        let expected = model.records(table, in: range, direction)
        let found = try view.records(id, in: range, direction, limit: limit)
        if found != Array(expected.prefix(limit)) { return "scan \(range) \(direction) \(limit)" }
        return nil
    }

    private mutating func randomKey(atLeast count: Int) -> Key {
        var key = Key()
        for _ in 0..<Int.random(in: count...keyByteCountMax, using: &generator) {
            key.append(UInt8.random(in: 0...byteMax, using: &generator))
        }
        return key
    }
}

@Suite("Views against a model")
struct ViewModelTests {
    @Test func engineAgreesWithTheModel() async throws {
        let store = try TemporaryEngine(options: .tiny)
        var walk = Walk(generator: SeededGenerator())
        let seed = walk.generator.description
        for round in 0..<80 {
            let before = walk
            let after = try await store.engine.write { (view) throws(UseCaseError) in
                var walk = before
                let differences = try walk.run(60, on: view)
                #expect(differences == [], "\(seed)")
                return walk
            }
            walk = after
            // So that questions meet records in both overlays and below.
            if round % 7 == 0 { store.engine.maintain() }
            if round % 3 == 0 { await refuseWalk(after, on: store.engine) }
            try store.engine.read { (view) throws(StorageError) in
                for table in 0...1 {
                    let difference = try walk.compareScan(of: table, on: view)
                    #expect(difference == nil, "\(seed)")
                }
            }
        }
        store.engine.close()
    }

    @Test func aTableIsEmptyWhereverItsRecordsWere() async throws {
        let directory = TemporaryDirectory()
        /// Asks before and behind a move: of the layers, then of what lies below them.
        func expectEmpty(_ expected: Bool, after change: Bool?) async throws {
            var store = try TemporaryEngine(directory: directory)
            switch change {
            case true?: try await store.engine.put([1], for: Key(number: 1))
            case false?:
                try await store.engine.write { (view) throws(StorageError) in
                    try view.delete(Key(number: 1), in: first)
                    #expect(try view.isEmpty(first))
                }
            case nil: break
            }
            for _ in 0..<2 {
                try store.engine.read { (view) throws(StorageError) in
                    #expect(try view.isEmpty(first) == expected)
                    #expect(try view.isEmpty(second))
                }
                store.engine.close()
                store = try TemporaryEngine(directory: directory)
            }
            store.engine.close()
        }
        try await expectEmpty(true, after: nil)
        try await expectEmpty(false, after: true)
        try await expectEmpty(true, after: false)
    }

    @Test func thousandsOfChangesAgreeWithTheModel() async throws {
        let store = try TemporaryEngine()
        let generator = SeededGenerator()
        let before = Walk(generator: generator, keyByteCountMax: 4, byteMax: 9)
        let walk = try await store.engine.write { (view) throws(UseCaseError) in
            var walk = before
            for number in 0..<3_000 {
                let key = Key(number: (number * 7_919) % 3_001)
                let value = Array("\(number)".utf8)
                walk.model.tables[0][key.array] = value
                do throws(StorageError) {
                    try view.put(value, for: key, in: first)
                } catch {
                    throw .storage(error)
                }
            }
            let differences = try walk.run(200, on: view)
            #expect(differences == [], "\(generator)")
            return walk
        }
        let expected = walk.model.records(0, in: .all, .ascending)
        let found = try store.engine.read { (view) throws(StorageError) in
            try view.records(first)
        }
        #expect(found == expected)
        store.engine.close()
    }

    @Test func scanShowsTheStateAtItsBeginning() async throws {
        let store = try TemporaryEngine()
        try await store.engine.put([1], for: Key(1))
        let seen = try await store.engine.write { (view) throws(StorageError) in
            try view.put([2], for: Key(2), in: first)
            var seen: [[UInt8]] = []
            try view.scan(first, in: .all, .ascending) { (key, _) throws(StorageError) in
                seen.append(key.withUnsafeBytes { Array($0) })
                try view.put([3], for: Key(3), in: first)
                try view.delete(Key(2), in: first)
                return .next
            }
            _ = try view.visit(Key(3), in: first) { (value) throws(StorageError) in
                try view.delete(Key(3), in: first)
                seen.append(value.withUnsafeBytes { Array($0) })
            }
            return seen
        }
        #expect(seen == [[1], [2], [3]])
        #expect(try store.engine.get(Key(1)) == [1])
        #expect(try store.engine.get(Key(2)) == nil)
        #expect(try store.engine.get(Key(3)) == nil)
        store.engine.close()
    }

    /// Changes much, then throws: nothing of it may be seen afterwards.
    private func refuseWalk(_ walk: Walk, on engine: WriteAheadEngine) async {
        await #expect(throws: UseCaseError.refused) {
            try await engine.write { (view) throws(UseCaseError) in
                var walk = walk
                _ = try walk.run(30, on: view)
                throw .refused
            }
        }
    }
}
