package import LMDB
package import StorageEngine

/// Something that is wrong with the files of an engine.
package enum EngineFinding {
    /// A record is not what was once written there.
    case badChecksum(TableID, key: [UInt8])
    /// A key does not come behind the one before it.
    case keyOutOfOrder(TableID, key: [UInt8])
    /// A table holds another number of records than it says.
    case wrongCount(TableID, said: Int, found: Int)
    /// Pages of the file are lost, or used twice.
    case unbalancedPages(PageAccount)
    /// The file ends before the last page that is in use.
    case shortFile
    /// The file has a table that no version up to this one makes.
    case unknownTable(String)
    /// The rest of a table cannot be reached.
    case unreadable(TableID)
}

extension EngineReader {
    /// Accounts for the pages of the database, and tells what is wrong with them.
    ///
    /// - Parameters:
    ///   - names: the names of the tables.
    ///   - report: is told what is wrong.
    /// - Throws: Why the pages cannot be accounted for.
    package func verifyPages(
        tables names: [String],
        report: (EngineFinding) -> Void
    ) throws(EngineReadError) {
        do throws(LMDBError) {
            if environment.metaPages.isFileShort { report(.shortFile) }
            let pages = try environment.pageAccount()
            if !pages.isBalanced { report(.unbalancedPages(pages)) }
            let present = try environment.read { (transaction) throws(LMDBError) in
                try transaction.tableNames()
            }
            for name in present where !names.contains(name) && name != LogPosition.tableName {
                report(.unknownTable(name))
            }
        } catch {
            throw EngineReadError(error)
        }
    }

    /// Looks at each record of a table as the database has it, apart from what the log has.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - report: is told what is wrong.
    ///   - step: is called for each record, and says whether to go on.
    package func verifyRecords(
        of table: TableID,
        report: (EngineFinding) -> Void,
        step: () -> ScanStep
    ) {
        let handle = environment.handle(of: table)
        do throws(LMDBError) {
            try environment.read { (transaction) throws(LMDBError) in
                let said = try transaction.statistics(of: handle).entryCount
                var found = 0
                var last: [UInt8] = []
                try transaction.withCursor(on: handle) { (cursor) throws(LMDBError) in
                    var isStopped = false
                    if try cursor.first() {
                        try cursor.forEach(.forwards) { key, stored in
                            isStopped = step() == .stop
                            if isStopped { return false }
                            Self.verify(key, stored, behind: &last, table, report)
                            found += 1
                            // A tree whose pages lead in a circle would never end.
                            return found <= said
                        }
                    }
                    if isStopped { return }
                    if found != said { report(.wrongCount(table, said: said, found: found)) }
                }
            }
        } catch {
            report(.unreadable(table))
        }
    }

    private static func verify(
        _ key: RawSpan,
        _ stored: RawSpan,
        behind last: inout [UInt8],
        _ table: TableID,
        _ report: (EngineFinding) -> Void
    ) {
        let bytes = unsafe key.withUnsafeBytes { unsafe [UInt8]($0) }
        if !last.lexicographicallyPrecedes(bytes) { report(.keyOutOfOrder(table, key: bytes)) }
        last = bytes
        do throws(StorageError) {
            try Checksum.withRecord(in: stored, key: key, table: table) { _ in }
        } catch {
            report(.badChecksum(table, key: bytes))
        }
    }
}
