internal import AccountRules
internal import Domain
internal import ItemRules
internal import ItemStorage
internal import Metrics
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
        let counts = Metrics.Tally(count: ItemCount.allCases.count)
        var parts = FeatureParts { endpoint in
            ItemMethods(endpoint: endpoint, counts: counts).served
        } administration: { endpoint in
            ItemAdministrationMethods(endpoint: endpoint).served
        }
        parts.sharedFeeds = [ItemFeedSource()]
        parts.exportParts = [.items]
        parts.jobs = [clearing(dependencies)]
        parts.metrics = [.itemChanges(counts)]
        return parts
    }

    /// Deletes what collections that were removed have left.
    private static func clearing(_ dependencies: ServiceDependencies) -> HousekeepingJob {
        HousekeepingJob("collection-clearing") {
            // Mostly there is nothing, which reading shows without a write.
            let hasRemains = try? dependencies.store.read { view throws(DomainError) in
                try view.hasRemainsOfCollections()
            }
            guard let hasRemains else { return .failed }
            guard hasRemains else { return .done }
            return await dependencies.doPiece(for: .vital) { store throws(DomainError) in
                try store.clearRemovedCollections(
                    recordCountMax: DomainLimits.erasureStepRecordsMax
                )
            }
        }
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
enum ItemCount: Int, CaseIterable {
    case created
    case deleted
}

extension FeatureMetric {
    fileprivate static func itemChanges(_ counts: Metrics.Tally) -> FeatureMetric {
        let family = MetricFamily(
            .counter,
            "notelet_item_changes_total",
            "Items that people created and deleted."
        )
        return FeatureMetric(family) {
            ItemCount.allCases.map { count in
                let label = MetricLabel("change", "\(count)")
                return MetricSample(Int(clamping: counts[count.rawValue]), [label])
            }
        }
    }
}

extension CursorList {
    /// The items of a collection, newest first.
    static let items = CursorList.ofFeature(7)
}

/// The feeds of collections, which all who are signed in may read.
struct ItemFeedSource: SharedFeedSource {
    let kind = "items"

    func feed(
        named name: Substring,
        for reader: Identity,
        in store: StoreView
    ) throws(DomainError) -> SharedFeed? {
        guard let name = try? CollectionName(String(name)) else { return nil }
        return try store.collection(named: name)?.feed
    }

    func change(
        _ entry: RawSpan,
        of feed: SharedFeed,
        in store: StoreView
    ) throws(DomainError) -> SharedChange? {
        let kind: NoteletAPI.ItemChange.Kind
        switch try store.itemChange(entry, of: feed) {
        case .put(let item): kind = .put(NoteletAPI.Item(item))
        case .deleted(let id): kind = .deletedItemID(id.opaque.bytes)
        case nil: return nil
        }
        let value = encode(NoteletAPI.ItemChange(kind: kind))
        return SharedChange(type: "notelet.items.v1.ItemChange", value: value)
    }
}

extension ExportPart {
    /// What people are given of what they created.
    fileprivate static let items = ExportPart(field: 8) { request, store throws(DomainError) in
        var parts: [ExportDataResponse.Part] = []
        let next = try store.visitItems(
            of: .creator(request.identity.user),
            before: request.place,
            limit: request.limit
        ) { item in
            let value = encode(NoteletAPI.Item(item))
            parts.append(.record(ExportedRecord(type: "notelet.items.v1.Item", value: value)))
            return .next
        }
        return ExportPage(parts, next: next)
    }
}

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
