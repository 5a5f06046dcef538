import Domain
import AccountRules
import ItemRules
import ItemStorage
import NoteletAPI

@testable import Serving

extension World {
    /// The request of a method of items that Alice may call, encoded.
    func itemPayload(of method: MethodSummary) -> [UInt8] {
        switch method.name {
        case "ListItems": encode(ListItemsRequest(collection: "news"))
        case "GetItem": encode(GetItemRequest(id: item.id))
        case "CreateItem": encode(CreateItemRequest(collection: "news", title: "또 하나"))
        case "DeleteItem": encode(DeleteItemRequest(id: item.id))
        default: preconditionFailure("Items.\(method.name) has no sample request.")
        }
    }
}

extension TestService {
    /// What an operator can do to a collection.
    enum CollectionChange: Sendable { case add, remove }

    /// Makes a collection, or takes one away, as the operator does.
    func change(_ collection: String, _ change: CollectionChange) async throws {
        let (name, person) = (try CollectionName(collection), Operator(name: "root"))
        try await write { store, context throws(DomainError) in
            switch change {
            case .add: _ = try store.makeCollection(named: name, of: .items, by: person, context)
            case .remove: try store.removeCollection(named: name, of: .items, by: person, context)
            }
        }
    }

    /// Puts an item into a collection.
    @discardableResult
    func createItem(
        _ title: String,
        _ payload: [UInt8] = [],
        in collection: String = "news",
        by person: Person
    ) async throws -> NoteletAPI.Item {
        let request = CreateItemRequest(collection: collection, title: title, payload: payload)
        let response = try await call(ItemsAPI.createItem, request, as: person.caller)
        guard let item = response.item else { throw Unexpected("no item came") }
        return item
    }
}
