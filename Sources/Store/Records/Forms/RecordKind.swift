public import Domain

/// A kind of records, as the operator is told of a damaged one.
@usableFromInline
package struct RecordKind: Sendable {
    /// What one is called.
    package let name: StaticString

    /// Names a kind.
    package init(_ name: StaticString) {
        self.name = name
    }

    /// What is thrown when a record of this kind cannot be read.
    @usableFromInline package var damaged: DomainError { .dataLoss("a damaged record: \(name)") }
}

// Kinds of the store itself; the others are beside the tables of their features.
extension RecordKind {
    /// Accounts.
    package static var account: RecordKind { RecordKind("account") }
    /// Entries of feeds, each its owner's.
    package static var change: RecordKind { RecordKind("change") }
    /// Orders to erase, and what is known of who was erased.
    package static var erasure: RecordKind { RecordKind("erasure") }
    /// What the store says of itself.
    package static var meta: RecordKind { RecordKind("meta") }
    /// Replies kept for a retry.
    package static var reply: RecordKind { RecordKind("reply") }
    /// Entries of the feeds of what is shared.
    static var sharedChange: RecordKind { RecordKind("shared change") }
    /// Entries that lead to another record.
    package static var uniqueEntry: RecordKind { RecordKind("unique entry") }
}
