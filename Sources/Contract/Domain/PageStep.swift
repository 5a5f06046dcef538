/// Whether a page takes more.
@usableFromInline
package enum PageStep: Sendable {
    /// This item belongs to the page, and there is room for another.
    case next
    /// This item still belongs to the page, and the page is full.
    case last
}
