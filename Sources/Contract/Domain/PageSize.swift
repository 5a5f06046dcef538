/// How many items a caller wants at once.
package struct PageSize: Hashable, Sendable {
    /// The most items of the page, 1 to 500.
    package let count: Int

    /// The size for requests that do not say.
    package static let standard = PageSize(unchecked: DomainLimits.pageItemsDefault)

    /// Checks a requested size; 0 stands for the standard one, unless a list has one of its own.
    ///
    /// - Throws: `Refusal.invalidValue` of the field `page_size`.
    package init(
        _ requested: Int32,
        standard: Int = DomainLimits.pageItemsDefault
    ) throws(DomainError) {
        guard 0...Int32(DomainLimits.pageItemsMax) ~= requested else {
            throw .invalid("page_size", "1 to \(DomainLimits.pageItemsMax), or 0 for \(standard)")
        }
        self.init(unchecked: requested == 0 ? standard : Int(requested))
    }

    private init(unchecked count: Int) {
        self.count = count
    }
}
