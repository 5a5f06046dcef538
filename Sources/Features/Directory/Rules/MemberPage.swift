package import Domain

/// A page of a collection's members, asked for by its number or going on where another ended.
package struct MemberPage: Sendable {
    /// How many members it holds.
    package let size: PageSize
    /// How many members lie between where it goes on and its first one.
    package let passedOver: Int

    /// Checks what is asked for: a page by a cursor has no number.
    ///
    /// - Throws: `invalidValue` of `page_size` or `page`.
    package init(_ page: Int32, size: Int32, hasCursor: Bool) throws(DomainError) {
        self.size = try PageSize(size, standard: DomainLimits.memberPageDefault)
        passedOver = Int(page) * self.size.count
        let passedOverMax = hasCursor ? 0 : DomainLimits.membersPassedOverMax
        guard 0...passedOverMax ~= passedOver else {
            let expected =
                "0 where a cursor is given; else a page with at most "
                + "\(DomainLimits.membersPassedOverMax) members before it. Go on with the cursor"
            throw .invalid("page", expected)
        }
    }
}
