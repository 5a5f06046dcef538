internal import Domain

/// Where something stands in somebody's life: a note in an inbox or among the sent ones, or a
/// contact.
struct Place: Hashable, Sendable {
    var user: UserNumber
    var sequence: Sequence

    init(_ user: UserNumber, _ sequence: Sequence) {
        self.user = user
        self.sequence = sequence
    }

    /// Takes the two halves of a decrypted id for what they are when the id is genuine.
    init(_ numbers: OpaqueID) {
        self.init(UserNumber(numbers.high), Sequence(numbers.low))
    }
}
