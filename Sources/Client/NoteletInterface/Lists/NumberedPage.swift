/// A part of a list that is asked for by its number, from 0 on.
public struct NumberedPage<Item: Sendable>: Sendable {
    /// The items, in the order of the list.
    public let items: [Item]
    /// Whether there may be another page: a full one does not know that it is the last, and the
    /// next one has nothing then.
    public let hasMore: Bool

    /// Makes the page of a size.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - size: How many were asked for.
    public init(items: [Item], size: Int) {
        self.items = items
        hasMore = items.count == size
    }
}

extension Pages {
    /// Makes a list of what fetches its pages by their numbers: 40 items of 20 a page are 3 pages,
    /// the last of which has nothing.
    ///
    /// - Parameter fetch: Fetches the page of a number, from 0 on.
    public init(numbered fetch: @escaping @Sendable (Int) async throws -> NumberedPage<Item>) {
        self.init { cursor in
            let number = cursor.flatMap { Int(String(decoding: $0.bytes, as: UTF8.self)) } ?? 0
            let page = try await fetch(number)
            let next = PageCursor(bytes: Array(String(number + 1).utf8))
            return ListPage(items: page.items, next: page.hasMore ? next : nil)
        }
    }
}
