import EngineTestSupport
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

/// All versions of all keys in plain dictionaries.
private struct OverlayModel {
    private var versions: [[Key: [(batch: UInt64, value: [UInt8]?)]]] = Array(
        repeating: [:],
        count: 256
    )

    mutating func insert(_ value: [UInt8]?, for key: Key, in table: TableID, batch: UInt64) {
        versions[Int(table.rawValue)][key, default: []].append((batch, value))
    }

    func change(of key: Key, in table: TableID, asOf batch: UInt64) -> SeenChange? {
        versions[Int(table.rawValue)][key]?.last { $0.batch <= batch }
            .map { SeenChange(key: key.array, value: $0.value) }
    }

    var newestValueByteCount: Int {
        versions.flatMap(\.values).reduce(0) { $0 + ($1.last?.value?.count ?? 0) }
    }

    func changes(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        asOf batch: UInt64
    ) -> [SeenChange] {
        let ascending = versions[Int(table.rawValue)].keys.filter { range.contains($0) }.sorted()
            .compactMap { change(of: $0, in: table, asOf: batch) }
        return direction == .ascending ? ascending : ascending.reversed()
    }
}

@Suite("Overlay")
struct OverlayTests {
    /// The first, two neighbours, and the last one that there can be.
    private static let tables = [0, 7, 8, 255].map { TableID(rawValue: $0) }

    @Test(arguments: [(1, 8, 2), (1, 3, 5), (9, 12, 1), (60, 64, 1)])
    func agreesWithItsModel(least: Int, most: Int, byteMax: UInt8) {
        requireAgreement { least, generator in
            var key = Key()
            for _ in 0..<Int.random(in: least...most, using: &generator) {
                key.append(UInt8.random(in: 0...byteMax, using: &generator))
            }
            return key
        } range: { randomKey, generator in
            let upper = Bool.random(using: &generator) ? randomKey(0, &generator) : nil
            let lower = Bool.random(using: &generator) ? randomKey(0, &generator) : Key()
            return KeyRange(lower: lower, upper: upper)
        }
    }

    /// Numbers with the bytes at which the first key behind those of a group is a shorter one.
    private static let beginnings: [UInt64] = [
        0, 1, 0xff, 0x100, 0xffff, 0x1_0000, .max - 0xff, .max - 1, .max,
    ]

    @Test("Agrees with its model where keys are few people's")
    func agreesByGroups() {
        requireAgreement { least, generator in
            var key = Key(beginning: Self.beginnings.randomElement(using: &generator) ?? 0)
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                key.append(UInt8.random(in: 0...2, using: &generator))
            }
            // Now and then one that is shorter than what keys are grouped by.
            let count = Int.random(in: 0..<8, using: &generator) == 0 ? 4 : key.byteCount
            return key.withBytes { Key(bytes: $0.extracting(first: max(count, least))) } ?? key
        } range: { randomKey, generator in
            let key = randomKey(1, &generator)
            return switch Int.random(in: 0..<4, using: &generator) {
            case 0: KeyRange(prefix: key)
            case 1: KeyRange(lower: key, upper: randomKey(1, &generator))
            case 2: KeyRange(lower: Key(beginning: key.beginning), upper: key)
            default: KeyRange(lower: key, upper: Key(beginning: key.beginning).prefixSuccessor)
            }
        }
    }

    private typealias RandomKey = (_ least: Int, inout SeededGenerator) -> Key

    /// Writes and reads at random, and compares with the model; `randomKey` makes keys of so many
    /// bytes at least.
    private func requireAgreement(
        _ makeKey: @escaping RandomKey,
        range makeRange: (RandomKey, inout SeededGenerator) -> KeyRange
    ) {
        var generator = SeededGenerator()
        let seed = generator.description
        let overlay = Overlay(byteCountMax: 1 << 20)
        var model = OverlayModel()
        func randomKey(_ least: Int) -> Key { makeKey(least, &generator) }
        func randomRange() -> KeyRange { makeRange(makeKey, &generator) }
        for batch in 1...300 as ClosedRange<UInt64> {
            for _ in 0..<Int.random(in: 1...5, using: &generator) {
                guard let table = Self.tables.randomElement(using: &generator) else { return }
                let key = randomKey(1)
                let count = Int.random(in: 0...40, using: &generator)
                let isDelete = Int.random(in: 0..<4, using: &generator) == 0
                let value = isDelete ? nil : [UInt8](repeating: UInt8(batch % 256), count: count)
                overlay.write(value, for: key, in: table, batch: batch)
                model.insert(value, for: key, in: table, batch: batch)
            }
            guard let table = Self.tables.randomElement(using: &generator) else { return }
            let moment = UInt64.random(in: 0...batch, using: &generator)
            for direction in [ScanDirection.ascending, .descending] {
                let range = randomRange()
                let found = overlay.changes(table, in: range, direction, asOf: moment)
                let expected = model.changes(table, in: range, direction, asOf: moment)
                #expect(found == expected, "\(seed)")
            }
            for key in [randomKey(1), randomKey(1)] {
                let found = overlay.seenChange(of: key, in: table, asOf: moment)
                #expect(found == model.change(of: key, in: table, asOf: moment), "\(seed)")
            }
        }
        #expect(overlay.newestValueByteCount == model.newestValueByteCount, "\(seed)")
        #expect(overlay.brokenInvariants() == [], "\(seed)")
    }

    @Test func emptyOverlayHasNothing() {
        let overlay = Overlay(byteCountMax: 64 << 10)
        #expect(overlay.isEmpty)
        #expect(overlay.nodeCount == 0)
        #expect(overlay.following(nil) == nil)
        #expect(overlay.lastNode() == nil)
        #expect(!overlay.hasChanges(of: first))
        #expect(overlay.changes(first) == [])
        #expect(overlay.changes(TableID(rawValue: .max), in: .all, .descending) == [])
        #expect(overlay.seenChange(of: Key(1), in: first) == nil)
        #expect(overlay.brokenInvariants() == [])
    }

    @Test func laterWriteOfABatchReplacesAnEarlierOne() {
        let overlay = Overlay(byteCountMax: 64 << 10)
        overlay.write([1], for: Key(1), in: first, batch: 1)
        overlay.write([2], for: Key(1), in: first, batch: 1)
        overlay.write(nil, for: Key(2), in: first, batch: 2)
        overlay.write([], for: Key(2), in: first, batch: 2)
        #expect(overlay.nodeCount == 2)
        #expect(overlay.lastBatch == 2)
        #expect(overlay.changes(first, asOf: 0) == [])
        #expect(overlay.changes(first, asOf: 1) == [SeenChange(key: [1], value: [2])])
        #expect(overlay.seenChange(of: Key(2), in: first)?.value == [])
        #expect(overlay.seenChange(of: Key(2), in: second) == nil)
    }

    @Test func batchesOutOfOrderAreABug() async {
        await #expect(processExitsWith: .failure) {
            let overlay = Overlay(byteCountMax: 64 << 10)
            overlay.write([1], for: Key(1), in: first, batch: 2)
            overlay.write([1], for: Key(2), in: first, batch: 1)
        }
    }

    @Test(arguments: [0, 1, 100, 3_000], [64 << 10, 1 << 20])
    func takesWhatItHasRoomFor(valueByteCount: Int, byteCountMax: Int) {
        var generator = SeededGenerator()
        let overlay = Overlay(byteCountMax: byteCountMax)
        let value = [UInt8](repeating: 1, count: valueByteCount)
        var count = 0
        // Keys of full length take the most; a trap here would mean too little was counted.
        while overlay.hasRoom(forChanges: 3, valueByteCount: 3 * valueByteCount) {
            for _ in 0..<3 {
                var key = Key()
                for _ in 0..<8 { key.append(UInt64.random(in: .min ... .max, using: &generator)) }
                overlay.write(value, for: key, in: first, batch: UInt64(count + 1))
                count += 1
            }
        }
        #expect(overlay.nodeCount == count)
        #expect(overlay.fill > 0.8)
        #expect(overlay.fill <= 1)
        #expect(overlay.brokenInvariants() == [])
    }

    @Test func isMadeAsLargeAsWhatItMustHold() {
        let overlay = Overlay(byteCountMax: 64 << 10, holding: 5_000, valueByteCount: 5_000 * 100)
        let value = [UInt8](repeating: 1, count: 100)
        for number in 0..<5_000 {
            var key = Key(number: number)
            for _ in 0..<7 { key.append(UInt64(number)) }
            overlay.write(value, for: key, in: first, batch: 1)
        }
        #expect(overlay.nodeCount == 5_000)
        #expect(overlay.fill <= 1)
    }
}
