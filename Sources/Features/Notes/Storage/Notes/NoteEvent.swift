internal import AccountStorage
package import Domain
package import NoteRules
internal import Records

/// Something that just happened to a note: always the act or the gain of the person named, who is
/// never the sender.
///
/// What senders do has no event. One of theirs beside that of a receiver would tell who wrote.
package enum NoteEvent: StoreEvent, Hashable {
    /// Somebody received a note.
    case received(MessageID, by: UserNumber)
    /// Somebody answered a note.
    case answered(MessageID, by: UserNumber)
    /// Somebody blocked a sender.
    case blocked(by: UserNumber)
    /// Somebody reported a note, under this number.
    case reported(UInt64, by: UserNumber)

    /// The person it is about.
    package var user: UserNumber {
        switch self {
        case .received(_, let user), .answered(_, let user), .blocked(let user),
            .reported(_, let user):
            user
        }
    }
}
