import EngineTestSupport
import TestSupport

@testable import LogEngine
@testable import StorageEngine

/// The two tables of an engine as plain dictionaries.
struct RecordModel: Sendable, Equatable {
    var tables: [[[UInt8]: [UInt8]]] = [[:], [:]]

    /// The records of a range, in the order of `direction`.
    func records(
        _ table: Int,
        in range: KeyRange = .all,
        _ direction: ScanDirection = .ascending
    ) -> [Record] {
        let records = tables[table].filter { bytes, _ in
            Key(bytes: bytes.span.bytes).map { range.contains($0) } ?? false
        }
        .sorted { $0.key.lexicographicallyPrecedes($1.key) }
        .map { Record(key: $0.key, value: $0.value) }
        return direction == .ascending ? records : records.reversed()
    }

    /// The model after some changes, one after the other.
    func applying(_ changes: some Swift.Sequence<NumberedChange>) -> RecordModel {
        var model = self
        for change in changes {
            for write in change.writes { model.tables[write.table][write.key.array] = write.value }
        }
        return model
    }

    /// Where an engine differs; empty if nowhere.
    func differences(from engine: WriteAheadEngine) throws(StorageError) -> [String] {
        try engine.read { (view) throws(StorageError) in
            var differences: [String] = []
            for table in 0...1 {
                let id = TableID(rawValue: UInt8(table))
                for direction in [ScanDirection.ascending, .descending] {
                    let expected = records(table, in: .all, direction)
                    if try view.records(id, in: .all, direction) != expected {
                        differences.append("table \(table), \(direction)")
                    }
                }
            }
            return differences
        }
    }
}

/// A change that leaves its number behind, so that a state tells which changes it has.
struct NumberedChange: Sendable {
    let number: Int
    let writes: [Write]

    struct Write: Sendable {
        let table: Int
        let key: Key
        let value: [UInt8]?
    }

    /// The key of the number, in the first table; others are shorter.
    static let numberKey = Key(number: 0)

    /// Makes the change of this number, from 1 on, with values of so many bytes at most.
    init(_ number: Int, valueByteCountMax: Int, using generator: inout SeededGenerator) {
        self.number = number
        let mark = Write(table: 0, key: Self.numberKey, value: Key(number: number).array)
        writes =
            [mark]
            + (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                var key = Key()
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    key.append(UInt8.random(in: 0...5, using: &generator))
                }
                let count = Int.random(in: 0...valueByteCountMax, using: &generator)
                let byte = UInt8.random(in: .min ... .max, using: &generator)
                let isDelete = Int.random(in: 0..<4, using: &generator) == 0
                return Write(
                    table: Int.random(in: 0...1, using: &generator),
                    key: key,
                    value: isDelete ? nil : [UInt8](repeating: byte, count: count)
                )
            }
    }

    /// Makes its writes.
    func run(on view: any WriteView) throws(StorageError) {
        for write in writes {
            let table = TableID(rawValue: UInt8(write.table))
            if let value = write.value {
                try view.put(value, for: write.key, in: table)
            } else {
                try view.delete(write.key, in: table)
            }
        }
    }
}

extension WriteAheadEngine {
    /// The number of the last change that the engine has; 0 for none.
    func lastChangeNumber() throws(StorageError) -> Int {
        try get(NumberedChange.numberKey)?.reduce(0) { $0 << 8 | Int($1) } ?? 0
    }

    /// Submits changes together, and waits until they have ended, each on the engine's thread.
    func make(
        _ changes: some Collection<NumberedChange>,
        completion: @escaping @Sendable (Result<Void, StorageError>) -> Void = { _ in }
    ) async throws {
        let ends = Ends()
        for change in changes {
            submit { (view) throws(StorageError) in
                try change.run(on: view)
            } completion: {
                completion($0)
                ends.add(change.number, $0)
            }
        }
        try await ends.wait(for: changes.count)
    }
}
