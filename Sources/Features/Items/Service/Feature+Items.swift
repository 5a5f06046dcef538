internal import Domain
internal import ItemRules
internal import ItemStorage
internal import NoteletAPI
internal import Records
package import Serving

extension Feature {
    /// Items in collections, which operators switch on.
    package static let items = Feature(
        "items",
        isOfferedByDefault: false,
        limits: [.createdItems]
    ) { dependencies in
        let counts = CountedEvents<ItemEvent>(
            "notelet_item_changes_total",
            "Items that people created and deleted.",
            by: "change"
        )
        var parts = FeatureParts { endpoint in
            ItemMethods(endpoint: endpoint, counts: counts).served
        } administration: { endpoint in
            ItemAdministrationMethods(endpoint: endpoint).served
        }
        parts.sharedFeeds = [
            SharedFeedSource("items", of: .items) { entry, feed, store throws(DomainError) in
                try store.itemChange(entry, of: feed).map { SharedChange($0) }
            }
        ]
        parts.exportParts = [
            .records(of: NoteletAPI.Item.self, field: 8) { page, store, write throws(DomainError) in
                try store.visitItems(
                    of: .creator(page.user),
                    before: page.place,
                    limit: page.limit
                ) { write(NoteletAPI.Item($0)) }
            }
        ]
        parts.jobs = [
            dependencies.clearing("collection-clearing", Schema.contentsOfItems),
            dependencies.cuttingFeeds(of: .items, telling: SharedEntry.self),
        ]
        parts.metrics = [counts.metric]
        return parts
    }
}

extension RateLimit {
    /// As many as a creator can have; who deletes them can make no more feed entries than that.
    static let createdItems = RateLimit(
        "Items of one account",
        of: .account,
        200,
        per: .day,
        option: "created-items"
    )
}

/// What is counted of items.
enum ItemEvent: CaseIterable { case created, deleted }

extension NoteletAPI.Item {
    /// An item as all see it.
    init(_ item: ItemRules.Item) {
        self.init(
            id: item.id.opaque.bytes,
            collection: item.collection.text,
            title: item.title,
            createdAt: Timestamp(item.createdAt),
            payload: item.payload
        )
    }
}

extension SharedChange {
    /// What became of an item, for all who follow its collection.
    fileprivate init(_ change: ItemRules.ItemChange) {
        switch change {
        case .put(let item): self.init(NoteletAPI.ItemChange(kind: .put(NoteletAPI.Item(item))))
        case .deleted(let id):
            self.init(NoteletAPI.ItemChange(kind: .deletedItemID(id.opaque.bytes)))
        }
    }
}
