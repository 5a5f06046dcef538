internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

extension CopyTables {
    /// Takes a block in.
    func put(_ block: NoteletAPI.Block) throws(SQLiteError) {
        _ = try connection.run(
            "INSERT OR REPLACE INTO blocks VALUES (?, ?)",
            .blob(block.messageID),
            .blob(try encoded(block))
        )
        changed.insert(.blocks)
    }

    /// Takes a block back.
    func deleteBlock(ofMessage id: [UInt8]) throws(SQLiteError) {
        _ = try connection.run("DELETE FROM blocks WHERE message = ?", .blob(id))
        changed.insert(.blocks)
    }

    /// The blocks, in no order.
    func blocks() throws(SQLiteError) -> [NoteletAPI.Block] {
        try connection.rows("SELECT body FROM blocks") { (row) throws(SQLiteError) in
            try decoded(NoteletAPI.Block.self, from: try row.blob(at: 0))
        }
    }

    /// The blocks as applications see them, the newest first.
    func shownBlocks() throws(SQLiteError) -> [NoteletInterface.Block] {
        try blocks().map { (block) throws(SQLiteError) in
            try shown { () throws(AppError) in try NoteletInterface.Block(block) }
        }.sorted { $0.blockedAt > $1.blockedAt }
    }
}
