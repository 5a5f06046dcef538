package import Domain

// What operators do about collections, whatever these are of; each is recorded.
extension CollectionWriting where Self: AccountAdministrationWriting {
    /// Makes a collection.
    ///
    /// - Throws: `collectionExists`, then `collectionLimitReached`.
    package func makeCollection(
        named name: CollectionName,
        of kind: CollectionKind,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> SharedCollection {
        let names = try collections(of: kind).map(\.name)
        if names.contains(name) { throw .refused(.collectionExists) }
        let limit = DomainLimits.collectionsOfKindMax
        guard names.count < limit else { throw .refused(.collectionLimitReached(limit: limit)) }
        let collection = try addCollection(named: name, of: kind, at: context.now)
        try record(person, "\(kind.command) add \(name.text)", context)
        return collection
    }

    /// Takes a collection out of sight with all that is in it; its records go by and by.
    ///
    /// - Throws: `collectionNotFound`.
    package func removeCollection(
        named name: CollectionName,
        of kind: CollectionKind,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        try remove(collection(name, of: kind))
        try record(person, "\(kind.command) remove \(name.text)", context)
    }
}

/// Why an operator removes what somebody put there, as the audit log has it.
package struct RemovalReason: Hashable, Sendable {
    private let text: String

    /// Checks a reason, which may be empty.
    ///
    /// - Throws: `invalidValue` of `reason`.
    package init(_ text: String) throws(DomainError) {
        let charactersMax = DomainLimits.removalReasonCharactersMax
        self.text = try ShortText.checked(text, field: "reason", charactersMax: charactersMax)
    }

    /// The option of the command that said it; empty for none.
    package var option: String { text.isEmpty ? "" : " --reason '\(text)'" }
}
