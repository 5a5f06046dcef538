/// What is kept of a feature: each declares its own, and the store is made of all.
package struct StoredFeature: Sendable {
    /// The tables in which it is kept.
    package let tables: [any TableDeclaration]
    /// What makes an empty cache of it, and at which place that belongs; nil for one without.
    let cache: (place: Int, make: @Sendable () -> any TransactionCache)?
    /// Tells what another feature keeps for this one that nothing here asks for; nil where there is
    /// nothing of that kind.
    ///
    /// What records of its own ask for is said in the declarations of their tables.
    package let agreement: FeatureAgreement?

    /// Declares a feature of which the writing thread remembers nothing.
    package init(_ tables: [any TableDeclaration], agreement: FeatureAgreement? = nil) {
        self.tables = tables
        cache = nil
        self.agreement = agreement
    }

    /// Declares a feature with a cache of what the writing thread has found of it.
    package init<Cache: TransactionCache>(
        _ tables: [any TableDeclaration],
        cache place: TransactionCaches.Place<Cache>,
        _ make: @escaping @Sendable () -> Cache
    ) {
        self.tables = tables
        cache = (place.index, { make() })
        agreement = nil
    }
}
