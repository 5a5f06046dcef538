internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote

extension SharedForm where Message == NoteletAPI.Item, Value == NoteletInterface.Item {
    /// Items never change, and the newest is the first.
    static var item: SharedForm {
        SharedForm(kind: .item, id: \.id) { item throws(AppError) in
            try NoteletInterface.Item(item)
        }
    }
}

extension ItemChange {
    /// What it does to the copy.
    ///
    /// - Returns: The step; nil for nothing that this version knows.
    /// - Throws: `AppError` where it cannot be shown.
    func step() throws(AppError) -> SharedStep? {
        switch kind {
        case .put(let item): .put(try SharedEntry(item, as: .item))
        case .deletedItemID(let id): .delete(id)
        case nil: nil
        }
    }
}
