internal import ClientTransport
internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import SQLite

/// The copy of one account, in a file: one writes at a time, and who reads waits for nobody.
actor CopyStore {
    /// Whose copy it is.
    nonisolated let userId: UUID
    /// Where its file is.
    nonisolated let path: String
    /// What is told of each change.
    nonisolated let hub: ChangeHub
    private nonisolated let executor = QueueExecutor(label: "notelet.copy.writing")
    private nonisolated let reader: CopyReader
    private let connection: SQLiteConnection
    private var dataVersion: Int64
    /// The file that was opened, in whose place there may be another by now.
    nonisolated let file: PrivateFile.Identity?
    private nonisolated let damage = Guarded(false)

    /// The queue of the file.
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// How long a write waits for one of another process: longer than any transaction takes.
    static let busyTimeout: Duration = .seconds(10)

    /// After how many pages of 4 KiB the log is moved into the file.
    ///
    /// It is a quarter of what is usual: on a full disk the log is room that is not to be had back.
    private static let logPageCountMax = 250

    /// Opens a file, and makes it where there is none.
    ///
    /// - Parameters:
    ///   - path: The file, in a folder that exists.
    ///   - userId: Whose copy it is.
    ///   - hub: What is told of each change.
    /// - Throws: `SQLiteError` where the file cannot be used.
    init(path: String, of userId: UUID, hub: ChangeHub) throws(SQLiteError) {
        self.path = path
        self.userId = userId
        self.hub = hub
        // SQLite gives its other files the same mode.
        try? PrivateFile.makeEmpty(path)
        let before = PrivateFile.identity(of: path)
        connection = try SQLiteConnection(
            path: path,
            access: .readWrite,
            busyTimeout: Self.busyTimeout
        )
        try connection.execute("PRAGMA wal_autocheckpoint = \(Self.logPageCountMax)")
        try CopySchema.schema.apply(to: connection)
        file = PrivateFile.identity(of: path)
        dataVersion = try connection.dataVersion
        reader = CopyReader(
            try SQLiteConnection(path: path, access: .readOnly, busyTimeout: Self.busyTimeout),
            of: userId
        )
        // Another process has put the file aside that was opened.
        guard before == file, !isReplaced else { throw .replaced }
    }

    /// Whether the file was found to hold what nobody has written.
    nonisolated var isDamaged: Bool { damage.withLock { $0 } }

    /// Whether another file has taken the place of this one, or none.
    nonisolated var isReplaced: Bool { PrivateFile.identity(of: path) != file }

    /// Changes the copy, as a whole or not at all, on stable storage when this returns.
    ///
    /// - Parameter body: Makes the changes.
    /// - Returns: What it returns.
    /// - Throws: `AppError`, `unknown` where the file cannot be written, or has lost its place.
    func write<Value: Sendable>(
        _ body: @Sendable (CopyTables) throws(SQLiteError) -> Value
    ) throws(AppError) -> Value {
        do throws(SQLiteError) {
            return try change(body)
        } catch {
            guard error.isFull, moveLog() else { throw told(error) }
        }
        // There is room again: that of the log.
        do throws(SQLiteError) {
            return try change(body)
        } catch {
            throw told(error)
        }
    }

    private func change<Value: Sendable>(
        _ body: @Sendable (CopyTables) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        let tables = CopyTables(connection, of: userId)
        let value = try connection.transaction { () throws(SQLiteError) in try body(tables) }
        // What is written into a file that has lost its name may be lost. It is looked at
        // afterwards: to write once more under the same intention writes once.
        if isReplaced { throw .replaced }
        hub.tell(tables.changed)
        return value
    }

    /// Moves the log into the file, and gives its room back; false where that cannot be done.
    private func moveLog() -> Bool {
        let isBusy = try? connection.first("PRAGMA wal_checkpoint(TRUNCATE)") {
            (row) throws(SQLiteError) in try row.bool(at: 0)
        }
        return isBusy == false
    }

    /// Forgets all that was copied: nothing of it is in the file any more, and nothing is taken in
    /// until the account has signed in again; writes that wait stay.
    ///
    /// - Throws: `AppError`, `unknown` where the file cannot be written, or somebody reads it.
    func erase() throws(AppError) {
        try write { (tables) throws(SQLiteError) in try tables.erase() }
        do throws(SQLiteError) {
            try connection.execute("VACUUM")
            guard moveLog() else { throw SQLiteError.unmoved }
        } catch {
            throw told(error)
        }
    }

    /// Reads the copy as it is at one moment.
    ///
    /// - Parameter body: Reads.
    /// - Returns: What it returns.
    /// - Throws: `AppError`, `unknown` where the file cannot be read.
    nonisolated func read<Value: Sendable>(
        _ body: @Sendable (CopyTables) throws(SQLiteError) -> Value
    ) async throws(AppError) -> Value {
        do throws(SQLiteError) {
            return try await reader.read(body)
        } catch {
            throw told(error)
        }
    }

    /// Looks whether another process has changed the file, and tells it.
    func noticeOthers() {
        guard let present = try? connection.dataVersion, present != dataVersion else { return }
        dataVersion = present
        hub.tell(.all)
    }

    /// Lets go of the file; later calls fail.
    func close() async {
        await reader.close()
        connection.close()
    }

    /// Notes damage, and makes of an error what applications are told.
    private nonisolated func told(_ error: SQLiteError) -> AppError {
        if error.isCorrupt { damage.withLock { $0 = true } }
        return AppError(error)
    }
}

/// Reads the copy of one account.
private actor CopyReader {
    private nonisolated let executor = QueueExecutor(label: "notelet.copy.reading")
    private let connection: SQLiteConnection
    private let userId: UUID
    private let cache = PendingWriteCache()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ connection: sending SQLiteConnection, of userId: UUID) {
        self.connection = connection
        self.userId = userId
    }

    func read<Value: Sendable>(
        _ body: @Sendable (CopyTables) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        let tables = CopyTables(connection, of: userId, cache: cache)
        return try connection.readTransaction { () throws(SQLiteError) in try body(tables) }
    }

    func close() {
        connection.close()
    }
}

extension AppError {
    /// What applications are told of a file that cannot be used.
    init(_ error: SQLiteError) {
        self =
            error == .tooLarge
            ? .data(.validation("It is too long."))
            : .unknown("The copy on this device cannot be used: \(error)")
    }
}

extension SQLiteError {
    /// What is said of a file in whose place there is another.
    fileprivate static let replaced = SQLiteError(
        code: SQLiteError.busyCode,
        message: "another file has taken the place of the copy"
    )
    /// What is said where what was taken away is in the log still.
    fileprivate static let unmoved = SQLiteError(
        code: SQLiteError.busyCode,
        message: "the copy is being read, or there is no room"
    )
    /// The code of SQLite for what somebody else has in use.
    private static let busyCode: Int32 = 5
}
