package import Foundation
package import NoteletClient
package import NoteletInterface

extension NoteletInterface.Item {
    /// Takes an item over.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - payload: What it holds; nil for what is said of it.
    /// - Throws: `AppError`, `network` with `unknown` where it has no id.
    package init(_ item: NoteletAPI.Item, payload: Data? = nil) throws(AppError) {
        self.init(
            id: try UUID(required: item.id),
            collection: item.collection,
            title: item.title,
            createdAt: item.createdAt?.date ?? .distantPast,
            payload: payload ?? Data(item.payload)
        )
    }
}
