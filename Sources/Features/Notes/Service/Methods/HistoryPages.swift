internal import Serving
internal import Domain
internal import NoteletAPI
internal import AccountRules

/// Assembles pages of history from notes that come encoded from the store.
struct HistoryPages: Sendable {
    let cursors: any CursorSealing

    /// What most notes have room in: some 60 bytes beside a text of a few lines.
    private static let usualNoteByteCount = 256

    /// Above this a page grows while it is written: allocators ask the system for each larger piece
    /// of memory anew.
    private static let reservedByteCountMax = 65_536

    /// Reads notes, newest first, from before a place.
    typealias Visit = (
        Sequence?, Int, (RawSpan) -> PageStep
    ) throws(DomainError) -> Sequence?

    /// The encoded response for one page.
    ///
    /// A page ends early once it holds `pageByteCountMax` bytes, so that it fits a frame.
    func page(
        _ list: CursorList,
        _ cursor: [UInt8],
        _ size: Int32,
        of caller: Identity,
        _ visit: Visit
    ) throws(DomainError) -> [UInt8] {
        let size = try PageSize(size)
        let place = try cursors.place(of: cursor, in: list, of: caller.user)
        var writer = NotePageWriter(
            reservingByteCount: min(
                size.count * HistoryPages.usualNoteByteCount,
                HistoryPages.reservedByteCountMax
            )
        )
        let next = try visit(place, size.count) { note in
            writer.append(note)
            return writer.byteCount < DomainLimits.pageByteCountMax ? .next : .last
        }
        return writer.finish(nextCursor: cursors.cursor(to: next, in: list, of: caller.user))
    }
}
