internal import AccountStorage
internal import LMDB
internal import LogEngine
internal import NoteStorage
internal import Records
internal import Storage
internal import StorageEngine
internal import StoreTools

/// Applies batches of a log to a store that nobody else uses yet.
///
/// As in the engine they are gathered in an overlay, and carried into the database in the order of
/// their keys when it is full: memory is bounded, and each page is written once for many changes.
final class LogReplay {
    private let environment: Environment
    private let path: String
    private var overlay = LogReplay.emptyOverlay

    private static let overlayByteCount = 64 << 20
    private static var emptyOverlay: Overlay { Overlay(byteCountMax: overlayByteCount) }

    /// Begins to apply batches to the store in a folder.
    init(to environment: Environment, at path: String) {
        self.environment = environment
        self.path = path
    }

    /// Applies a batch; batches come in their order.
    ///
    /// - Throws: `.archive(.unknownChanges)`, or that the disk failed.
    func apply(_ batch: LoggedBatch) throws(StoreToolError) {
        var failure: StoreToolError?
        let isWhole = batch.forEach { key, table, value in
            guard failure == nil else { return }
            do throws(StoreToolError) {
                try apply(value, for: key, in: table, of: batch.number)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        guard isWhole else { throw .archive(.unknownChanges(batch: batch.number)) }
    }

    /// Puts a record that no batch has.
    ///
    /// - Throws: That the disk failed.
    func put(_ value: [UInt8], for key: Key, in table: TableID) throws(StoreToolError) {
        try put(value.span.bytes, for: key, in: table)
    }

    /// Puts a record that no batch has; batches cannot follow before `finish`.
    ///
    /// - Throws: That the disk failed.
    func put(_ value: RawSpan, for key: Key, in table: TableID) throws(StoreToolError) {
        try apply(value, for: key, in: table, of: .max - 1)
    }

    /// Deletes a record, if there is one; batches cannot follow before `finish`.
    ///
    /// - Throws: That the disk failed.
    func delete(_ key: Key, in table: TableID) throws(StoreToolError) {
        try apply(nil, for: key, in: table, of: .max - 1)
    }

    private func apply(
        _ value: RawSpan?,
        for key: Key,
        in table: TableID,
        of batch: UInt64
    ) throws(StoreToolError) {
        guard Schema.table(table) != nil else {
            throw .archive(.unknownChanges(batch: batch))
        }
        if !overlay.hasRoom(forChanges: 1, valueByteCount: value?.byteCount ?? 0) { try finish() }
        overlay.insert(value, for: key, in: table, batch: batch)
    }

    /// Makes durable what has been applied.
    func finish() throws(StoreToolError) {
        var transfer = OverlayTransfer(of: overlay, to: environment)
        do throws(LMDBError) {
            while !transfer.isDone { try putNext(of: &transfer) }
        } catch {
            throw StoreToolError(error, path: path)
        }
        overlay = Self.emptyOverlay
    }

    /// Puts the next changes in a transaction of their own.
    private func putNext(of transfer: inout OverlayTransfer) throws(LMDBError) {
        try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            try transfer.putNext(
                into: &transaction,
                byteCountMax: EngineLimits.moveByteCountMax
            )
            try transaction.commit()
        }
    }
}
