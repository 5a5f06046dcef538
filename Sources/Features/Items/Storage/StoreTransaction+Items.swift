package import Domain
package import ItemRules
package import Records

extension StoreTransaction: ItemWriting {
    package func addItem(
        to collection: SharedCollection,
        title: String,
        payload: [UInt8],
        by creator: UserNumber,
        at now: Instant
    ) throws(DomainError) -> Item {
        let record = ItemRecord(
            key: try takePlace(in: collection.feed, of: Schema.items),
            title: title,
            payload: payload,
            createdAt: now,
            creator: creator,
            creation: Sequence(try takeNumber(of: Schema.createdItems, for: creator))
        )
        try put(record, in: Schema.items)
        return item(record, in: collection)
    }

    package func delete(_ item: Item) throws(DomainError) {
        let place = secrets.identifiers.sharedPlace(behind: item.id.opaque, for: .itemID)
        try deleteShared(at: place, in: Schema.items)
    }
}
