internal import NoteletInterface

extension ListPage {
    /// Cuts a page out of a list.
    ///
    /// - Parameters:
    ///   - items: The list.
    ///   - cursor: Where the page begins, as the page before it says; nil for the beginning.
    ///   - size: How many items it has at most.
    init(of items: [Item], at cursor: PageCursor?, size: Int) {
        precondition(size > 0, "A page has 1 item at least.")
        let start = cursor.flatMap { Int(String(decoding: $0.bytes, as: UTF8.self)) } ?? 0
        let rest = items.dropFirst(start)
        let next = PageCursor(bytes: Array(String(start + size).utf8))
        self.init(items: Array(rest.prefix(size)), next: rest.count > size ? next : nil)
    }
}
