package import AccountRules
package import Domain
internal import NoteletAPI

/// Assembles pages of a list from things that come encoded from the store.
package struct ListPages: Sendable {
    private let cursors: any CursorSealing

    /// What most things have room in, such as notes: some 60 bytes beside a text of a few lines.
    private static let usualByteCount = 256

    /// Above this a page grows while it is written: allocators ask the system for each larger piece
    /// of memory anew.
    private static let reservedByteCountMax = 65_536

    /// Makes pages with the cursors of a service.
    package init(cursors: any CursorSealing) {
        self.cursors = cursors
    }

    /// Reads from a place on, or from the beginning; gives the place to go on from.
    package typealias Visit = (
        Sequence?, Int, (RawSpan) -> PageStep
    ) throws(DomainError) -> Sequence?

    /// The encoded response for one page.
    ///
    /// A page ends early once it holds `pageByteCountMax` bytes, so that it fits a frame.
    package func page(
        _ list: CursorList,
        _ cursor: [UInt8],
        _ size: Int32,
        of caller: Identity,
        _ visit: Visit
    ) throws(DomainError) -> [UInt8] {
        let size = try PageSize(size)
        let place = try cursors.place(of: cursor, in: list, of: caller.user)
        var writer = ListPageWriter(
            reservingByteCount: min(
                size.count * ListPages.usualByteCount,
                ListPages.reservedByteCountMax
            )
        )
        let next = try visit(place, size.count) { thing in
            writer.append(thing)
            return writer.byteCount < DomainLimits.pageByteCountMax ? .next : .last
        }
        return writer.finish(nextCursor: cursors.cursor(to: next, in: list, of: caller.user))
    }
}
