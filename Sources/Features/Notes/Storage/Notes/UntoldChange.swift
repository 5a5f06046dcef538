package import Domain
package import Records
package import StorageEngine

/// An entry of `untold_changes`: a note that shows its other person something else, for somebody is
/// being erased, and of which that person's feed does not tell yet.
///
/// Key bytes: who is being erased (8), the other person (8), the note's place in that one's life
/// (8). Feeds are told when all notes are done, in the order of these keys: so the order says
/// nothing of what had become of a note, such as that it did not arrive.
package struct UntoldChange {
    typealias Form = ThreeParts<UserNumber, UserNumber, Sequence>

    /// Who is being erased.
    package var user: UserNumber
    /// Where the note stands in the life of the other person.
    package var note: Place

    /// The stored form.
    package static let version: UInt8 = 1

    /// Joins who is being erased and a note of somebody else.
    init(user: UserNumber, note: Place) {
        self.user = user
        self.note = note
    }

    /// Reads a key.
    package init(key: RawSpan) throws(DomainError) {
        let (user, viewer, sequence) = try Form.values(of: key, .uniqueEntry)
        self.init(user: user, note: Place(viewer, sequence))
    }

    /// The key that it is stored under.
    package var key: Key { .untoldChange(by: user, note) }
}
