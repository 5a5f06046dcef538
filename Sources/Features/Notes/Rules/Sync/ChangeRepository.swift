package import AccountRules
package import Domain

/// Reads the change feed of a user.
package protocol ChangeReading: AnyObject {
    /// Visits the changes after `place` in the order in which they happened.
    ///
    /// Read from the start, the feed is a complete copy: of what was changed again later only the
    /// last state is left, at the place of the last change; of what was deleted, the deletion.
    /// - Returns: The place to go on from, and whether there was more.
    func visitChanges(
        of user: UserNumber,
        after place: Sequence,
        limit: Int,
        _ visit: (borrowing Change) -> PageStep
    ) throws(DomainError) -> (place: Sequence, hasMore: Bool)
}

/// One change of a user's data, as the user may see it.
package enum Change: Sendable {
    /// A note arrived: an encoded `ReceivedMessage` without its answer, which is its own change.
    case received([UInt8])
    /// A note was sent: an encoded `SentMessage` without its answer.
    case sent([UInt8])
    /// A note, received or sent, was answered.
    case answered(MessageID, Answer)
    /// A contact was added or changed; this is its present state.
    case contact(Contact)
    /// A contact was deleted.
    case contactDeleted(ContactID)
    /// A note, received or sent, was deleted from the user's view.
    case messageDeleted(MessageID)
    /// A note that was there shows something else: an encoded `Message`, its present state with its
    /// answer.
    case messageChanged([UInt8])
    /// A sender was blocked by a note.
    case blocked(Block)
    /// The block that a note had made was taken back.
    case unblocked(MessageID)
    /// The account was opened or changed; this is its present state.
    case user(User)
}
