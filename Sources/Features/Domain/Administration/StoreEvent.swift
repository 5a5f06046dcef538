/// Something that just happened, for operators who watch: always the act or the gain of the person
/// named, who is never the sender of a note.
///
/// What senders do has no event. One of theirs beside that of a receiver would tell who wrote.
package enum StoreEvent: Hashable, Sendable {
    /// Somebody received a note.
    case received(MessageID, by: UserNumber)
    /// Somebody answered a note.
    case answered(MessageID, by: UserNumber)
    /// Somebody blocked a sender.
    case blocked(by: UserNumber)
    /// Somebody reported a note, under this number.
    case reported(UInt64, by: UserNumber)
}
