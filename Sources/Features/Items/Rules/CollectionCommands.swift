package import AccountRules
package import Domain

/// Makes a collection, or takes one away with all that is in it: the operator's act.
package struct ChangeCollections: Sendable {
    private let name: CollectionName
    private let change: Change

    /// What can become of a collection.
    package enum Change: Sendable {
        /// It is made.
        case add
        /// It is taken out of sight; its records go by and by.
        case remove
    }

    /// Names the collection, and what becomes of it.
    package init(_ name: CollectionName, _ change: Change) {
        self.name = name
        self.change = change
    }

    /// Does it, and records that; gives the collection as it is, or was.
    ///
    /// - Throws: `collectionExists`, then `collectionLimitReached`; or `collectionNotFound`.
    @discardableResult
    package func run(
        in store: any AccountAdministrationWriting & ItemWriting,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> ItemCollection {
        let collection: ItemCollection
        switch change {
        case .add: collection = try add(to: store, context)
        case .remove:
            collection = try store.existingCollection(named: name)
            try store.remove(collection)
        }
        try store.record(person, "collection \(change) \(name.text)", context)
        return collection
    }

    private func add(
        to store: any ItemWriting,
        _ context: Context
    ) throws(DomainError) -> ItemCollection {
        let names = try store.collections().map(\.name)
        if names.contains(name) { throw .refused(.collectionExists) }
        let limit = DomainLimits.itemCollectionsMax
        guard names.count < limit else { throw .refused(.collectionLimitReached(limit: limit)) }
        return try store.addCollection(named: name, at: context.now)
    }
}

/// Removes an item, whoever created it: the operator's act.
package struct RemoveItem: Sendable {
    private let item: ItemID
    private let reason: String

    /// Checks and gathers the order.
    ///
    /// - Throws: `invalidValue` of `reason`.
    package init(_ item: ItemID, reason: String) throws(DomainError) {
        self.item = item
        self.reason = try ShortText.checked(
            reason,
            field: "reason",
            charactersMax: DomainLimits.itemRemovalReasonCharactersMax
        )
    }

    /// Removes it, and records that with the reason.
    ///
    /// - Throws: `itemNotFound`.
    package func run(
        in store: any AccountAdministrationWriting & ItemWriting,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        try store.delete(try store.existingItem(item))
        let because = reason.isEmpty ? "" : " --reason '\(reason)'"
        try store.record(person, "item remove \(item.opaque.uuid)\(because)", context)
    }
}
