import AccountRules
import Domain
import ItemRules
import RuleTestSupport

/// Accounts, collections and items in memory, for the rules alone.
final class ItemShelf: SharedShelf {
    let state = ShelfState(of: .items)
    private(set) var items: [Item] = []
    private var itemNumber: UInt64 = 0

    @discardableResult
    func create(
        by person: UInt64 = 1,
        in collection: String = "news",
        title: String = "새 소식",
        payload: [UInt8] = []
    ) throws(DomainError) -> Item {
        let item = try NewItem(title, payload, in: collection)
        return try create(item, by: Self.person(person), context)
    }

    func clear(_ collection: SharedCollection) {
        items.removeAll { $0.collection == collection.name }
    }
}

extension ItemShelf: ItemWriting {
    func item(_ id: ItemID) -> Item? { items.first { $0.id == id } }

    func itemCount(of creator: UserNumber, countMax: Int) -> Int {
        items.lazy.filter { $0.creator == creator }.prefix(countMax).count
    }

    func visitItems(
        of list: ItemList,
        before place: Sequence?,
        limit: Int,
        _ visit: (Item) -> PageStep
    ) -> Sequence? { nil }

    func itemChange(_ entry: RawSpan, of feed: SharedFeed) -> ItemChange? { nil }

    func addItem(
        to collection: SharedCollection,
        title: String,
        payload: [UInt8],
        by creator: UserNumber,
        at now: Instant
    ) -> Item {
        itemNumber += 1
        let item = Item(
            id: ItemID(OpaqueID(high: 0, low: itemNumber)),
            collection: collection.name,
            title: title,
            payload: payload,
            createdAt: now,
            creator: creator
        )
        items.append(item)
        return item
    }

    func delete(_ item: Item) { items.removeAll { $0.id == item.id } }
}
