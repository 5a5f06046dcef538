internal import Glibc
internal import LMDB

extension StoreFiles {
    /// Makes a store of the same records at another path, where nothing or an empty folder is.
    ///
    /// Pages are full and none is free, and nothing is left of what was deleted: the copy has what
    /// the store has, and no more. It is one state, also of a store that a server is writing. The
    /// master key is not copied.
    ///
    /// - Parameters:
    ///   - path: where the copy is made.
    ///   - progress: is told how many records were copied.
    /// - Returns: How many records there are.
    /// - Throws: Why it was not copied, or what `progress` throws; nothing is left then.
    package func compactCopy(
        to path: String,
        progress: @escaping StoreProgress
    ) throws(StoreToolError) -> Int {
        let place = try StorePlace(path: path)
        let builder = try StoreBuilder(at: place)
        var count = 0
        try read { view throws(StoreToolError) in
            try StoreDescription(view).checkVersion()
            for table in SchemaTable.allCases {
                try view.forEach(of: table.id) { bytes, value throws(StoreToolError) in
                    guard let key = Key(bytes: bytes),
                        builder.append(value, for: key, in: table.id)
                    else { throw .damagedRecord(table: table.name) }
                    try builder.flushIfFull()
                    count += 1
                    if count % 1024 == 0 { try progress(count) }
                    return .next
                }
            }
        }
        try builder.finish()
        return count
    }
}
