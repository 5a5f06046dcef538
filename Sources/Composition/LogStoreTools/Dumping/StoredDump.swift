internal import AccountStorage
internal import LogEngine
internal import NoteStorage
internal import Records
internal import Storage
internal import StorageEngine
internal import StoreTools

/// Writes all tables as `mdb_dump` of LMDB does, so that `mdb_load` makes a store of them.
///
/// Keys and values are as they are stored, with their checksums. The table of the log's position is
/// empty: all that the log had is in the others, and the next start begins a new log.
struct StoredDump {
    let view: any ReadView
    /// Is told how many records were written.
    let progress: StoreProgress

    private static let chunkByteCount = 256 << 10
    private static let digits = Array("0123456789abcdef".utf8)

    /// Writes all tables; `mapByteCount` is the size to which the store may grow.
    func write(to output: any DumpOutput, _ mapByteCount: Int) throws(StoreToolError) {
        var count = 0
        for table in Schema.tables {
            try output.write(header(table.name, mapByteCount))
            var waiting: [UInt8] = []
            try view.forEach(of: table.id) { key, value throws(StoreToolError) in
                Self.append(key, to: &waiting)
                Self.append(stored(value, key: key, table: table.id).span.bytes, to: &waiting)
                count += 1
                if count % 1024 == 0 { try progress(count) }
                if waiting.count >= Self.chunkByteCount {
                    try output.write(waiting)
                    waiting.removeAll(keepingCapacity: true)
                }
                return .next
            }
            try output.write(waiting + Array("DATA=END\n".utf8))
        }
        try output.write(header(LogPosition.tableName, mapByteCount) + Array("DATA=END\n".utf8))
    }

    private func header(_ name: String, _ mapByteCount: Int) -> [UInt8] {
        let lines = [
            "VERSION=3", "format=bytevalue", "database=\(name)", "type=btree",
            "mapsize=\(mapByteCount)", "maxreaders=512", "HEADER=END", "",
        ]
        return Array(lines.joined(separator: "\n").utf8)
    }

    private func stored(_ value: RawSpan, key: RawSpan, table: TableID) -> [UInt8] {
        var stored = [UInt8](repeating: 0, count: value.byteCount + Checksum.byteCount)
        stored.withUnsafeMutableBytes { Checksum.write(value, key: key, table: table, to: $0) }
        return stored
    }

    /// Appends a line: a space, and two digits for each byte.
    private static func append(_ bytes: RawSpan, to lines: inout [UInt8]) {
        lines.append(UInt8(ascii: " "))
        bytes.withUnsafeBytes { bytes in
            for byte in bytes {
                lines.append(digits[Int(byte >> 4)])
                lines.append(digits[Int(byte & 15)])
            }
        }
        lines.append(UInt8(ascii: "\n"))
    }
}
