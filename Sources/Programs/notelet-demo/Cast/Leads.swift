import NoteletClient

/// The people the story is about.
struct Leads: Sendable {
    /// Receives.
    let minji: Person
    /// Writes.
    let emma: Person
    /// Came through the link and has no account.
    let guest: Notelet
    /// The guest's id of the guest's note.
    let guestNoteID: [UInt8]
    /// Emma's id of her first, anonymous note.
    let emmaNoteID: [UInt8]
    /// What that note says.
    let emmaNoteContent: String
}
