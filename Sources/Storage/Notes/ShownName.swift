internal import Domain

/// An entry of `shown_names`: where a sender's record shows the name of a user of whom no record
/// leads there.
///
/// Key bytes: the user (8), the sealed way to the sender's record (16). So all that shows a name is
/// found when its user goes, and nobody without the master key learns who wrote to whom.
struct ShownName {
    let user: UserNumber
    let way: OpaqueID

    /// The stored form.
    static let version: UInt8 = 1

    /// Reads a key.
    init(key: RawSpan) throws(DomainError) {
        user = UserNumber(try key.number(at: 0, of: .uniqueEntry))
        way = try key.id(at: 8, of: .uniqueEntry)
    }

    var key: Key { .shownName(of: user, by: way) }
}
