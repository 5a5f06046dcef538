internal import AccountStorage
package import Domain
package import ItemRules
package import Records
internal import StorageEngine

extension StoreView: ItemReading {
    package func item(_ id: ItemID) throws(DomainError) -> Item? {
        try item(at: secrets.identifiers.sharedPlace(behind: id.opaque, for: .itemID))
    }

    package func itemCount(of creator: UserNumber, countMax: Int) throws(DomainError) -> Int {
        try count(.all(of: creator), in: Schema.createdItems.id, countMax)
    }

    package func visitItems(
        of list: ItemList,
        before place: Sequence?,
        limit: Int,
        _ visit: (Item) -> PageStep
    ) throws(DomainError) -> Sequence? {
        switch list {
        case .collection(let collection):
            let range = KeyRange.before(place, of: collection.feed)
            return try visitPage(of: Schema.items, range, limit: limit) {
                record throws(DomainError) in
                // Until the erasure takes what somebody created, it is shown to nobody.
                try isRemoved(record.creator) ? .next : visit(item(record, in: collection))
            }?.sequence
        case .creator(let creator):
            let range = KeyRange.before(place, of: creator)
            return try visitPage(of: Schema.createdItems, range, limit: limit) {
                entry throws(DomainError) in
                try item(at: entry.value).map(visit) ?? .next
            }?.sequence
        }
    }

    package func itemChange(
        _ entry: RawSpan,
        of feed: SharedFeed
    ) throws(DomainError) -> ItemChange? {
        let (told, place) = try SharedEntry.read(entry, of: feed, ItemRecord.kind)
        return switch told {
        case .put: try item(at: place).map { .put($0) }
        case .deleted: .deleted(ItemID(secrets.identifiers.seal(place, for: .itemID)))
        }
    }

    private func item(at place: SharedPlace) throws(DomainError) -> Item? {
        guard let record = try row(at: place, in: Schema.items), try !isRemoved(record.creator),
            let collection = try collection(with: place.feed, of: .items)
        else { return nil }
        return item(record, in: collection)
    }

    func item(_ record: ItemRecord, in collection: SharedCollection) -> Item {
        Item(
            id: ItemID(secrets.identifiers.seal(record.key, for: .itemID)),
            collection: collection.name,
            title: record.title,
            payload: record.payload,
            createdAt: record.createdAt,
            creator: record.creator
        )
    }
}
