internal import AccountRules
internal import AccountStorage
internal import Domain
internal import ItemRules
internal import ItemStorage
internal import Metrics
internal import NoteletAPI
internal import Records
internal import Serving

/// Serves items.
struct ItemMethods: ItemsService {
    let endpoint: Endpoint
    let counts: Metrics.Tally

    func listItems(_ method: ItemsAPI.ListItems) -> ServedMethod {
        let pages = ListPages(cursors: endpoint.dependencies.cursors)
        return endpoint.readBytes(method) { request, caller, store throws(DomainError) in
            let name = try CollectionName(request.collection)
            let list = ItemList.collection(try store.existingCollection(named: name))
            return try pages.page(.items, request.cursor, request.pageSize, of: caller) {
                place,
                limit,
                visit throws(DomainError) in
                try store.visitItems(of: list, before: place, limit: limit) { item in
                    visit(encode(NoteletAPI.Item(item)).span.bytes)
                }
            }
        }
    }

    func getItem(_ method: ItemsAPI.GetItem) -> ServedMethod {
        endpoint.read(method) { request, _, store, _ throws(DomainError) in
            let item = try store.existingItem(ItemID(try OpaqueID(request.id, field: "id")))
            return GetItemResponse(item: NoteletAPI.Item(item))
        }
    }

    func createItem(_ method: ItemsAPI.CreateItem) -> ServedMethod {
        let gate = endpoint.dependencies.limiter[.createdItems]
        return endpoint.change(method, for: .ordinary, observer: counting(.created)) {
            request,
            caller,
            _ throws(DomainError) in
            let command = try CreateItem(
                identity: caller,
                collection: request.collection,
                title: request.title,
                payload: request.payload
            )
            try gate.pass(RateKey(caller.user))
            return { store, context throws(DomainError) in
                var item = NoteletAPI.Item(try command.run(in: store, context))
                item.payload = []
                return CreateItemResponse(item: item)
            }
        }
    }

    func deleteItem(_ method: ItemsAPI.DeleteItem) -> ServedMethod {
        endpoint.change(method, for: .vital, observer: counting(.deleted)) {
            request,
            caller,
            _ throws(DomainError) in
            let id = ItemID(try OpaqueID(request.id, field: "id"))
            let command = DeleteItem(identity: caller, item: id)
            return { store, _ throws(DomainError) in
                try command.run(in: store)
                return DeleteItemResponse()
            }
        }
    }

    private func counting(_ count: ItemCount) -> Endpoint.ChangeObserver {
        { [counts] _ in counts.addShared(1, at: count.rawValue) }
    }
}

/// Serves what operators ask about items and their collections.
struct ItemAdministrationMethods: ItemsAdministrationService {
    let endpoint: AdministrationEndpoint

    func addCollection(_ method: ItemsAdministrationAPI.AddCollection) -> AdministrationRoute {
        endpoint.change(method, for: .ordinary) {
            request,
            store,
            who,
            context throws(DomainError) in
            let command = ChangeCollections(try CollectionName(request.collection), .add)
            let collection = try command.run(in: store, by: who, context)
            return AddCollectionResponse(collection: NoteletAPI.ItemCollection(collection))
        }
    }

    func listCollections(_ method: ItemsAdministrationAPI.ListCollections) -> AdministrationRoute {
        endpoint.read(method) { _, store, _ throws(DomainError) in
            ListCollectionsResponse(
                collections: try store.collections().map { NoteletAPI.ItemCollection($0) }
            )
        }
    }

    func removeCollection(
        _ method: ItemsAdministrationAPI.RemoveCollection
    ) -> AdministrationRoute {
        endpoint.change(method, for: .vital) { request, store, who, context throws(DomainError) in
            let command = ChangeCollections(try CollectionName(request.collection), .remove)
            try command.run(in: store, by: who, context)
            return RemoveCollectionResponse()
        }
    }

    func removeItem(_ method: ItemsAdministrationAPI.RemoveItem) -> AdministrationRoute {
        endpoint.change(method, for: .vital) { request, store, who, context throws(DomainError) in
            let id = ItemID(try OpaqueID(request.id, field: "id"))
            try RemoveItem(id, reason: request.reason).run(in: store, by: who, context)
            return RemoveItemResponse()
        }
    }
}

extension NoteletAPI.ItemCollection {
    fileprivate init(_ collection: ItemRules.ItemCollection) {
        self.init(name: collection.name.text, createdAt: Timestamp(collection.createdAt))
    }
}
