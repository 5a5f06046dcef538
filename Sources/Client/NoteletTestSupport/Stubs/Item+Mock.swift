public import Foundation
public import NoteletInterface

extension Item {
    /// An item for tests.
    ///
    /// - Parameters:
    ///   - id: Its id; a new one unless given.
    ///   - collection: Where it is.
    ///   - title: What it is called.
    ///   - payload: What it holds.
    /// - Returns: The item.
    public static func mock(
        id: UUID = UUID(),
        collection: String = "news",
        title: String = "소식",
        payload: Data = Data()
    ) -> Item {
        Item(
            id: id,
            collection: collection,
            title: title,
            createdAt: FakeClock.start,
            payload: payload
        )
    }
}
