internal import NoteletInterface

/// Where a page of the copy begins, and how much is on it.
enum PagePlace {
    /// As many as the service gives at once.
    static let sizeMax = 500

    /// A size that pages can have.
    static func size(_ wanted: Int) -> Int { min(max(1, wanted), sizeMax) }

    /// Makes a cursor of a place.
    static func cursor(_ number: Int64) -> PageCursor {
        PageCursor(bytes: withUnsafeBytes(of: number.bigEndian) { Array($0) })
    }

    /// Reads the place of a cursor.
    ///
    /// - Throws: `AppError`, `data` with `validation` where it is none of the copy's.
    static func number(_ cursor: PageCursor) throws(AppError) -> Int64 {
        guard cursor.bytes.count == MemoryLayout<Int64>.size else {
            throw .data(.validation("The cursor is of another list."))
        }
        return cursor.bytes.reduce(0) { $0 << 8 | Int64($1) }
    }
}

extension Array {
    /// The things as a page; a full one may have others after it.
    func page<Value: Sendable>(
        size: Int
    ) -> ListPage<Value> where Element == PlacedEntry<Value> {
        let next = count == size ? last.map { PagePlace.cursor($0.number) } : nil
        return ListPage(items: map(\.value), next: next)
    }
}
