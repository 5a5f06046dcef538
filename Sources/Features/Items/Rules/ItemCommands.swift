package import AccountRules
package import Domain

/// What somebody wants to put into a collection.
package struct NewItem: Sendable {
    let collection: CollectionName
    let title: String
    let payload: [UInt8]

    /// Checks an item.
    ///
    /// - Throws: `invalidValue` of `collection` or `title`; `payloadTooLarge`.
    package init(_ title: String, _ payload: [UInt8], in collection: String) throws(DomainError) {
        self.collection = try CollectionName(collection, field: "collection")
        let characters = DomainLimits.itemTitleCharacters
        self.title = try ShortText.title(title, field: "title", characters)
        guard payload.count <= DomainLimits.itemPayloadByteCountMax else {
            throw .refused(.payloadTooLarge(maximum: DomainLimits.itemPayloadByteCountMax))
        }
        self.payload = payload
    }
}

// What people do.
extension ItemWriting where Self: AccountReading {
    /// Puts an item into its collection.
    ///
    /// - Throws: `accountRequired`; then `collectionNotFound`; then `itemLimitReached`.
    package func create(
        _ item: NewItem,
        by person: Identity,
        _ context: Context
    ) throws(DomainError) -> Item {
        let creator = try account(of: person).number
        let collection = try collection(item.collection, of: .items)
        let limit = DomainLimits.itemsPerCreatorMax
        guard try itemCount(of: creator, countMax: limit) < limit else {
            throw .refused(.itemLimitReached(limit: limit))
        }
        return try addItem(
            to: collection,
            title: item.title,
            payload: item.payload,
            by: creator,
            at: context.now.toTheMinute
        )
    }

    /// Deletes an item for somebody.
    ///
    /// - Throws: `itemNotFound`; `notYourItem` unless it was that person who created it.
    package func deleteItem(_ id: ItemID, for person: Identity) throws(DomainError) {
        let item = try item(id).unwrapped(or: .itemNotFound)
        guard item.creator == person.user else { throw .refused(.notYourItem) }
        try delete(item)
    }
}

// What operators do, each recorded.
extension ItemWriting where Self: AccountAdministrationWriting {
    /// Removes an item, whoever created it.
    ///
    /// - Throws: `invalidValue` of `reason`; `itemNotFound`.
    package func removeItem(
        _ id: ItemID,
        reason: String,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        let reason = try RemovalReason(reason)
        try delete(try item(id).unwrapped(or: .itemNotFound))
        try record(person, "item remove \(id.opaque.uuid)\(reason.option)", context)
    }
}
