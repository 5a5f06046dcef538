package import Domain

/// A kind of records, as the operator is told of a damaged one.
package struct RecordKind: Sendable {
    /// What one is called.
    package let name: StaticString

    /// Names a kind.
    package init(_ name: StaticString) {
        self.name = name
    }

    /// What is thrown when a record of this kind cannot be read.
    package var damaged: DomainError { .dataLoss("a damaged record: \(name)") }
}

// Kinds of the store itself; the others are beside the tables of their features.
extension RecordKind {
    package static var account: RecordKind { RecordKind("account") }
    package static var change: RecordKind { RecordKind("change") }
    package static var erasure: RecordKind { RecordKind("erasure") }
    package static var meta: RecordKind { RecordKind("meta") }
    package static var reply: RecordKind { RecordKind("reply") }
    package static var sharedChange: RecordKind { RecordKind("shared change") }
    package static var uniqueEntry: RecordKind { RecordKind("unique entry") }
}
