import EngineTestSupport
import TestSupport

@testable import LogEngine
@testable import StorageEngine

/// The table that most tests use.
let first = TableID(rawValue: 0)
/// Another table.
let second = TableID(rawValue: 1)

/// An engine of one test with two tables.
struct TemporaryEngine {
    let directory: TemporaryDirectory
    let engine: WriteAheadEngine

    /// Opens an engine, in a directory of its own unless one is given.
    init(
        directory: TemporaryDirectory = TemporaryDirectory(),
        options: EngineOptions = .small(),
        seams: WriteAheadEngine.Seams = WriteAheadEngine.Seams(stop: { _ in })
    ) throws {
        self.directory = directory
        engine = try WriteAheadEngine(
            directory: directory.path("store"),
            tables: ["first", "second"],
            options: options,
            seams: seams
        )
    }
}

/// The error of a use case.
enum UseCaseError: StorageFailure, Equatable {
    case refused
    case storage(StorageError)

    init(_ error: StorageError) {
        self = .storage(error)
    }
}

extension WriteAheadEngine {
    func put(_ value: [UInt8], for key: Key, in table: TableID = first) async throws(StorageError) {
        try await write { (view) throws(StorageError) in
            try view.put(value, for: key, in: table)
        }
    }

    func get(_ key: Key, in table: TableID = first) throws(StorageError) -> [UInt8]? {
        try read { (view) throws(StorageError) in try view.get(key, in: table) }
    }
}

extension ReadView {
    /// All records of a range.
    func records(
        _ table: TableID,
        in range: KeyRange = .all,
        _ direction: ScanDirection = .ascending,
        limit: Int = .max
    ) throws(StorageError) -> [Record] {
        var records: [Record] = []
        try scan(table, in: range, direction) { key, value in
            if records.count == limit { return .stop }
            records.append(
                Record(
                    key: key.withUnsafeBytes { Array($0) },
                    value: value.withUnsafeBytes { Array($0) }
                )
            )
            return .next
        }
        return records
    }
}

/// A key with its value.
struct Record: Equatable {
    let key: [UInt8]
    let value: [UInt8]
}
