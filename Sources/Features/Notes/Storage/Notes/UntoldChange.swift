package import Domain
package import Records
internal import StorageEngine

/// A key of `untold_changes`: a note that shows its other person something else, for somebody is
/// being erased, and of which that person's feed does not tell yet.
///
/// Key bytes: who is being erased (8), the other person (8), the note's place in that one's life
/// (8). Feeds are told when all notes are done, in the order of these keys: so the order says
/// nothing of what had become of a note, such as that it did not arrive.
package struct UntoldChange: TwoPartKey {
    /// Who is being erased.
    package var user: UserNumber
    /// Where the note stands in the life of the other person.
    package var note: Place

    /// Joins who is being erased and a note of somebody else.
    package init(_ user: UserNumber, _ note: Place) {
        self.user = user
        self.note = note
    }

    /// Both.
    package var pair: (UserNumber, Place) { (user, note) }
}
