@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StorageEngine

/// A view that counts the records and keys that are asked of it.
final class CountedView: ReadView {
    private(set) var visitCount = 0

    private let base: any ReadView

    init(_ base: any ReadView) {
        self.base = base
    }

    func visit(
        _ key: Key,
        in table: TableID,
        _ body: (RawSpan) throws(StorageError) -> Void
    ) throws(StorageError) -> Bool {
        visitCount += 1
        return try base.visit(key, in: table, body)
    }

    func scan(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        atMost countMax: Int,
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        try base.scan(table, in: range, direction, atMost: countMax) {
            key,
            value throws(StorageError) in
            visitCount += 1
            return try visit(key, value)
        }
    }

    func scanKeys(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        atMost countMax: Int,
        _ visit: (RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        try base.scanKeys(table, in: range, direction, atMost: countMax) {
            key throws(StorageError) in
            visitCount += 1
            return try visit(key)
        }
    }
}
