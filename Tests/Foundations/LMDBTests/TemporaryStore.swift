import LMDB
import TestSupport

/// A store of one test with two tables, and short ways to fill and read them.
struct TemporaryStore {
    let directory = TemporaryDirectory()
    let environment: Environment

    var first: Table { environment.tables[0] }
    var second: Table { environment.tables[1] }

    init(options: EnvironmentOptions = EnvironmentOptions()) throws {
        environment = try Self.open(directory.path, options: options)
    }

    static func open(
        _ path: String,
        options: EnvironmentOptions = EnvironmentOptions()
    ) throws(LMDBError) -> Environment {
        try Environment.open(
            directory: path + "/store",
            tables: ["first", "second"],
            options: options
        )
    }
}

extension Environment {
    /// Stores one record in its own transaction.
    func put(_ value: String, for key: String, in table: Table) throws(LMDBError) {
        try write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            try transaction.put(value, for: key, in: table)
            try transaction.commit()
        }
    }

    /// Reads one value in its own transaction.
    func get(_ key: String, in table: Table) throws(LMDBError) -> String? {
        try read { (transaction) throws(LMDBError) in
            try transaction.get(key, in: table)
        }
    }
}

extension ReadTransaction {
    borrowing func get(_ key: String, in table: Table) throws(LMDBError) -> String? {
        try withValue(of: Array(key.utf8).span.bytes, in: table) { String($0) }
    }
}

extension WriteTransaction {
    borrowing func get(_ key: String, in table: Table) throws(LMDBError) -> String? {
        try withValue(of: Array(key.utf8).span.bytes, in: table) { String($0) }
    }

    mutating func put(_ value: String, for key: String, in table: Table) throws(LMDBError) {
        try put(Array(value.utf8).span.bytes, for: Array(key.utf8).span.bytes, in: table)
    }
}

extension WriteCursor {
    mutating func put(_ value: String, for key: String) throws(LMDBError) {
        let bytes = Array(value.utf8)
        try put(byteCount: bytes.count, for: Array(key.utf8).span.bytes) { target in
            target.copyBytes(from: bytes)
        }
    }

    @discardableResult
    mutating func delete(_ key: String) throws(LMDBError) -> Bool {
        try delete(Array(key.utf8).span.bytes)
    }
}

extension String {
    init(_ bytes: RawSpan) {
        self = bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
