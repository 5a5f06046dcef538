public import Domain

/// Where something stands in somebody's life: a note in an inbox or among the sent ones, or a
/// contact.
@usableFromInline
package struct Place: Hashable, Sendable {
    /// In whose life it stands.
    @usableFromInline package var user: UserNumber
    /// Which event of that life put it there.
    @usableFromInline package var sequence: Sequence

    /// Names the place by both.
    @inlinable
    package init(_ user: UserNumber, _ sequence: Sequence) {
        self.user = user
        self.sequence = sequence
    }

    /// Takes the two halves of a decrypted id for what they are when the id is genuine.
    @inlinable
    package init(_ numbers: OpaqueID) {
        self.init(UserNumber(numbers.high), Sequence(numbers.low))
    }
}
