internal import AccountRules
internal import AccountStorage
internal import Domain
internal import ItemRules
internal import ItemStorage
internal import NoteletAPI
internal import Records
internal import Serving

/// Serves items.
struct ItemMethods: ItemsService {
    let endpoint: Endpoint
    let counts: CountedEvents<ItemEvent>

    func listItems(_ method: ItemsAPI.ListItems) -> ServedMethod {
        endpoint.listOfOne(method) { request, _, store throws(DomainError) in
            let collection = try store.collection(request.collection, of: .items)
            let visit: ListPages.Visit = { place, limit, visit throws(DomainError) in
                try store.visitItems(of: .collection(collection), before: place, limit: limit) {
                    visit(encode(NoteletAPI.Item($0)).span.bytes)
                }
            }
            return (collection.number, visit)
        }
    }

    func getItem(_ method: ItemsAPI.GetItem) -> ServedMethod {
        endpoint.read(method) { request, _, store, _ throws(DomainError) in
            let item = try store.item(ItemID(request.id)).unwrapped(or: .itemNotFound)
            return GetItemResponse(item: NoteletAPI.Item(item))
        }
    }

    func createItem(_ method: ItemsAPI.CreateItem) -> ServedMethod {
        endpoint.change(
            method,
            for: .ordinary,
            replyForm: .plain,
            observer: counts.counting(.created)
        ) {
            request,
            caller,
            _ throws(DomainError) in
            let new = try NewItem(request.title, request.payload, in: request.collection)
            try endpoint.dependencies.limiter[.createdItems].pass(RateKey(caller.user))
            return { store, context throws(DomainError) in
                var item = NoteletAPI.Item(try store.create(new, by: caller, context))
                item.payload = []
                return CreateItemResponse(item: item)
            }
        }
    }

    func deleteItem(_ method: ItemsAPI.DeleteItem) -> ServedMethod {
        endpoint.perform(method, for: .vital, observer: counts.counting(.deleted)) {
            request,
            caller,
            _ throws(DomainError) in
            let id = try ItemID(request.id)
            return { store, _ throws(DomainError) in try store.deleteItem(id, for: caller) }
        }
    }
}

/// Serves what operators ask about items and their collections.
struct ItemAdministrationMethods: ItemsAdministrationService {
    let endpoint: AdministrationEndpoint

    func addCollection(_ method: ItemsAdministrationAPI.AddCollection) -> ServedMethod {
        endpoint.addCollection(method, of: .items)
    }

    func listCollections(_ method: ItemsAdministrationAPI.ListCollections) -> ServedMethod {
        endpoint.listCollections(method, of: .items)
    }

    func removeCollection(_ method: ItemsAdministrationAPI.RemoveCollection) -> ServedMethod {
        endpoint.removeCollection(method, of: .items)
    }

    func removeItem(_ method: ItemsAdministrationAPI.RemoveItem) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, store, who, now throws(DomainError) in
            try store.removeItem(ItemID(request.id), reason: request.reason, by: who, now)
        }
    }
}
