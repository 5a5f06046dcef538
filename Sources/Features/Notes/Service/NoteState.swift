internal import AccountStorage
internal import Domain
internal import Locking
internal import NoteRules
internal import NoteStorage
internal import Records
internal import Serving

/// What the notes of one server have in memory.
final class NoteState: Sendable {
    /// Counts what is sent by each door.
    let doors = DoorCounts()
    /// From where guests send, for those who become unwelcome.
    let guestOrigins = GuestOrigins()
    /// From where strangers send, and who does not want to hear from there.
    let ticketOrigins = TicketOrigins()
    /// Tells operators who watch what happens.
    let tails: TailHub
    /// Counts what was deleted for its age, each view by itself.
    let expiredNotes = Atomic<Int>(0)

    /// How many guests the address of an unwelcome one may still make at once: so few that coming
    /// back again and again is slow, and so many that one try tells nobody that they are unwelcome.
    private static let guestsLeftToUnwelcome: UInt64 = 2

    /// Knows of nothing yet, and lets the store tell events while an operator watches.
    init(_ store: any Store) {
        tails = TailHub { store.tellEvents($0) }
    }

    /// Slows down whoever was a guest and is not wanted any more: from where the guest wrote last,
    /// new guests are made as if many had been made there just now.
    ///
    /// An operator is enough for that, and so are two receivers. One is not: who blocks a note, and
    /// then counts the guests that can be made from an own network, would learn whether the note
    /// came from there. Nothing else changes, and what the guest does least of all: whoever is
    /// blocked notices nothing.
    func note(_ unwelcome: UnwelcomeGuest, at guests: RateGate, _ now: Instant) {
        ticketOrigins.shut(unwelcome.guest, to: unwelcome.receiver, at: now)
        guard guestOrigins.isUnwelcomeToMany(unwelcome),
            let origin = guestOrigins.origin(of: unwelcome.guest)
        else { return }
        guests.leave(Self.guestsLeftToUnwelcome, of: origin)
    }
}
