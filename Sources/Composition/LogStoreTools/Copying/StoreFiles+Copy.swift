internal import AccountStorage
internal import Glibc
internal import LMDB
internal import LogEngine
internal import NoteStorage
internal import Records
internal import Storage
internal import StorageEngine
package import StoreTools

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
        let builder = try StoreBuilder(at: place, options: try copyOptions())
        let count = try read { view throws(StoreToolError) in
            try Self.copyRecords(of: view, to: builder, progress: progress)
        }
        try builder.finish()
        return count
    }

    /// The limits of a copy: those of the product, or of the store if it may grow further.
    func copyOptions() throws(StoreToolError) -> EnvironmentOptions {
        var options = EnvironmentOptions()
        let mapByteCount = try statistics().engine.environment.mapByteCount
        options.mapByteCount = max(options.mapByteCount, mapByteCount)
        return options
    }

    /// Copies all records of a state; answers how many there are.
    static func copyRecords(
        of view: any ReadView,
        to builder: StoreBuilder,
        progress: StoreProgress
    ) throws(StoreToolError) -> Int {
        try StoreDescription(view).checkVersion()
        var count = 0
        for table in Schema.tables {
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
        return count
    }
}
