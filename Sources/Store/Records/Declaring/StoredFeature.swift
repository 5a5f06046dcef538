/// What is kept of a feature: each declares its own, and the store is made of all.
package struct StoredFeature: Sendable {
    /// The tables in which it is kept.
    package let tables: [any TableDeclaration]
    /// Makes an empty cache of what the writing thread knows of it; nil for a feature without.
    package let makeCache: (@Sendable () -> any TransactionCache)?

    /// Declares what is kept of a feature.
    package init(
        _ tables: [any TableDeclaration],
        cache: (@Sendable () -> any TransactionCache)? = nil
    ) {
        self.tables = tables
        makeCache = cache
    }
}
