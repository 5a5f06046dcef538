internal import NoteletClient

/// The most items that the service puts on a page.
let largestPage: Int32 = 500

extension PageSequence {
    /// The items of all pages.
    func collected() async throws(NoteletError) -> [Item] {
        var items: [Item] = []
        var pages = makeAsyncIterator()
        while let page = try await pages.next() { items += page.items }
        return items
    }
}
