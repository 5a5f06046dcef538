internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import ProtobufCoding
internal import SQLite

/// What a copy's file holds, as one transaction sees it.
final class CopyTables {
    let connection: SQLiteConnection
    /// Whose copy it is.
    let userId: UUID
    /// What the transaction has changed so far.
    var changed: Topics = []
    private let cache: PendingWriteCache?
    /// What contacts are called, as it was looked up in a transaction that only reads.
    var contactNames: [UUID: String?] = [:]

    /// Prepares a transaction.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - userId: Whose copy it is.
    ///   - cache: What earlier transactions of a connection that only reads have read.
    init(_ connection: SQLiteConnection, of userId: UUID, cache: PendingWriteCache? = nil) {
        self.connection = connection
        self.userId = userId
        self.cache = cache
    }

    /// Whether nothing changes while it is used.
    var isReading: Bool { cache != nil }

    /// All writes that wait, as they are shown over what the service keeps.
    func pendingWritesShown() throws(SQLiteError) -> PendingWrites {
        guard let cache else { return try PendingWrites(of: self) }
        return try cache.writes(of: self)
    }

    /// How far the copy is.
    func progress() throws(SQLiteError) -> CopyProgress {
        let sql = "SELECT cursor, session, is_complete, change_count FROM copy"
        let progress = try connection.first(sql) { (row) throws(SQLiteError) in
            CopyProgress(
                cursor: try row.blob(at: 0),
                session: try row.integer(at: 1),
                isComplete: try row.bool(at: 2),
                changeCount: Int(try row.integer(at: 3))
            )
        }
        guard let progress else { throw .damaged("the copy has no cursor") }
        return progress
    }

    /// Notes how far the copy is now.
    func note(_ progress: CopyProgress) throws(SQLiteError) {
        _ = try connection.run(
            "UPDATE copy SET cursor = ?, session = ?, is_complete = ?, change_count = ?",
            .blob(progress.cursor),
            .integer(progress.session),
            .bool(progress.isComplete),
            .integer(Int64(progress.changeCount))
        )
    }

    /// The account as the service keeps it; nil while that is not known.
    func account() throws(SQLiteError) -> NoteletAPI.User? {
        let body = try connection.first("SELECT account FROM copy") { (row) throws(SQLiteError) in
            try row.blobIfPresent(at: 0)
        }
        guard let body = body ?? nil else { return nil }
        return try decoded(NoteletAPI.User.self, from: body)
    }

    /// Keeps the account, unless it has signed out.
    func put(_ account: NoteletAPI.User) throws(SQLiteError) {
        if try isLeft() { return }
        _ = try connection.run("UPDATE copy SET account = ?", .blob(try encoded(account)))
        changed.insert(.user)
    }

    /// Reads a message that the file holds.
    func decoded<Body: Decodable>(
        _ type: Body.Type,
        from bytes: [UInt8]
    ) throws(SQLiteError) -> Body {
        do throws(ProtobufDecodingError) {
            return try ProtobufDecoder(limits: .replies).decode(type, from: bytes)
        } catch {
            throw .damaged("\(type) cannot be read: \(error)")
        }
    }

    /// Makes the bytes of a message.
    func encoded(_ message: some Encodable) throws(SQLiteError) -> [UInt8] {
        do throws(ProtobufEncodingError) {
            return try ProtobufEncoder().encode(message)
        } catch {
            throw .tooLarge
        }
    }

    /// Shows what was read as applications see it.
    func shown<Value>(
        _ make: () throws(AppError) -> Value
    ) throws(SQLiteError) -> Value {
        do throws(AppError) {
            return try make()
        } catch {
            throw .damaged("what the copy holds is none of the contract's: \(error)")
        }
    }
}

/// How far a copy is.
struct CopyProgress: Hashable, Sendable {
    /// Where the feed goes on; empty before the first page.
    var cursor: [UInt8]
    /// Counts how often the feed was begun anew.
    var session: Int64
    /// Whether the feed was once read to its end.
    var isComplete: Bool
    /// How many changes the first copy took.
    var changeCount: Int
}

extension SQLiteError {
    /// The code of SQLite for a file whose contents are none of its writer's.
    private static let corruptCode: Int32 = 11

    /// What is said of a value that is too long to be kept, or to be sent (SQLITE_TOOBIG).
    static let tooLarge = SQLiteError(code: 18, message: "it is too long")

    /// What is said of a file whose contents this library has not written.
    static func damaged(_ message: String) -> SQLiteError {
        SQLiteError(code: corruptCode, message: message)
    }
}
