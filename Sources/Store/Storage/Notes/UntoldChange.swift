internal import Domain

/// An entry of `untold_changes`: a note that shows its other person something else, for somebody is
/// being erased, and of which that person's feed does not tell yet.
///
/// Key bytes: who is being erased (8), the other person (8), the note's place in that one's life
/// (8). Feeds are told when all notes are done, in the order of these keys: so the order says
/// nothing of what had become of a note, such as that it did not arrive.
struct UntoldChange {
    let user: UserNumber
    let note: Place

    /// The stored form.
    static let version: UInt8 = 1

    /// Reads a key.
    init(key: RawSpan) throws(DomainError) {
        user = UserNumber(try key.number(at: 0, of: .uniqueEntry))
        note = try key.place(at: 8, of: .uniqueEntry)
    }

    var key: Key { .untoldChange(by: user, note) }
}
