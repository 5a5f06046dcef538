import Domain

import StorageEngine
@testable import Records
@testable import NoteStorage
@testable import AccountStorage
@testable import StoreTools
import Storage

/// Lines of dumps without a store: what they are loaded as is dumped as the same lines.
///
/// This is the part of `DumpFuzzing.runDump` that reads what others wrote; without LMDB it takes a
/// fiftieth of the time.
enum DumpedRecordFuzzing {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
        let records = WaitingRecords()
        let target = LoadTarget(records: records, secrets: DumpFuzzing.secrets)
        var linesByEntity: [DumpEntity: [[UInt8]]] = [:]
        do throws(DumpProblem) {
            for line in lines {
                guard let entity = try load(line, into: target) else { return }
                linesByEntity[entity, default: []].append(line + [UInt8(ascii: "\n")])
            }
        } catch {
            return
        }
        records.sort()
        for entity in DumpEntity.allCases {
            let again = records.entries.filter { $0.isLast && $0.table == entity.table }.map {
                line(of: entity.table, $0, in: records)
            }
            precondition(again == linesByEntity[entity] ?? [], "\(entity): other lines came back.")
        }
    }

    /// Loads the record of a line; answers its kind, if it is one.
    private static func load(
        _ line: [UInt8],
        into target: LoadTarget
    ) throws(DumpProblem) -> DumpEntity? {
        var record = try JSONReader(line[...])
        guard let name = try record.optionalText("entity") else { return nil }
        guard let entity = DumpEntity(rawValue: name) else { return nil }
        guard let table = Schema.table(entity.table) else { return nil }
        try target.load(&record, into: table)
        try record.end()
        return entity
    }

    private static func line(
        of table: TableID,
        _ entry: WaitingRecords.Entry,
        in records: WaitingRecords
    ) -> [UInt8] {
        let value = records.withValue(of: entry) { Array($0) }
        return StoredSamples.line(of: table, entry.key, value)
    }
}
