/// The place of a table in the list of names that the engine was opened with.
@usableFromInline
package struct TableID: RawRepresentable, Sendable, Hashable, Comparable {
    /// The index in the list.
    @usableFromInline
    package let rawValue: UInt8

    /// Names the table at this index.
    @usableFromInline
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Orders tables as in the list, so that a later version's tables come last.
    @usableFromInline
    package static func < (left: TableID, right: TableID) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension TableID: ExpressibleByIntegerLiteral {
    /// Names a table by its index, where it is declared.
    @usableFromInline
    package init(integerLiteral value: UInt8) {
        self.init(rawValue: value)
    }
}
