package import AccountRules
package import Domain

/// Puts an item into a collection.
package struct CreateItem: Sendable {
    private let identity: Identity
    private let collection: CollectionName
    private let title: String
    private let payload: [UInt8]

    /// Checks an item.
    ///
    /// - Throws: `invalidValue` of `collection` or `title`; `payloadTooLarge`.
    package init(
        identity: Identity,
        collection: String,
        title: String,
        payload: [UInt8]
    ) throws(DomainError) {
        self.identity = identity
        self.collection = try CollectionName(collection)
        let characters = DomainLimits.itemTitleCharacters
        guard ShortText.fits(title, characters), !title.allSatisfy(\.isWhitespace) else {
            let expected = "\(characters.words) characters, not all of them blank"
            throw .refused(.invalidValue(field: "title", expected: expected))
        }
        self.title = title
        guard payload.count <= DomainLimits.itemPayloadByteCountMax else {
            throw .refused(.payloadTooLarge(maximum: DomainLimits.itemPayloadByteCountMax))
        }
        self.payload = payload
    }

    /// Stores the item.
    ///
    /// - Throws: `accountRequired`; then `collectionNotFound`; then `itemLimitReached`.
    package func run(
        in store: any AccountReading & ItemWriting,
        _ context: Context
    ) throws(DomainError) -> Item {
        let creator = try store.account(of: identity).number
        let collection = try store.existingCollection(named: collection)
        let limit = DomainLimits.itemsPerCreatorMax
        guard try store.itemCount(of: creator, countMax: limit) < limit else {
            throw .refused(.itemLimitReached(limit: limit))
        }
        return try store.addItem(
            to: collection,
            title: title,
            payload: payload,
            by: creator,
            at: context.now.toTheMinute
        )
    }
}

/// Deletes an item of the caller's.
package struct DeleteItem: Sendable {
    private let identity: Identity
    private let item: ItemID

    /// Names the caller and the item.
    package init(identity: Identity, item: ItemID) {
        self.identity = identity
        self.item = item
    }

    /// Deletes it.
    ///
    /// - Throws: `itemNotFound`; `notYourItem` unless the caller created it.
    package func run(in store: any ItemWriting) throws(DomainError) {
        let stored = try store.existingItem(item)
        guard stored.creator == identity.user else { throw .refused(.notYourItem) }
        try store.delete(stored)
    }
}

extension ItemReading {
    /// The collection of this name.
    ///
    /// - Throws: `collectionNotFound`.
    package func existingCollection(
        named name: CollectionName
    ) throws(DomainError) -> ItemCollection {
        guard let collection = try collection(named: name) else {
            throw .refused(.collectionNotFound)
        }
        return collection
    }

    /// The item of this id.
    ///
    /// - Throws: `itemNotFound`.
    package func existingItem(_ id: ItemID) throws(DomainError) -> Item {
        guard let item = try item(id) else { throw .refused(.itemNotFound) }
        return item
    }
}
