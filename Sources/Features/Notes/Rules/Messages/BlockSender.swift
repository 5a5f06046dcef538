package import AccountRules
package import Domain

/// Keeps notes of whoever sent a received note from arriving; nobody learns who that is.
package struct BlockSender: Sendable {
    /// The caller, who must be the note's receiver.
    package let identity: Identity
    /// The receiver's id of a note whose sender is to be blocked.
    package let message: MessageID

    /// Names the caller and the note.
    package init(identity: Identity, message: MessageID) {
        self.identity = identity
        self.message = message
    }

    /// Stores the block; again is no change.
    ///
    /// - Throws: `messageNotFound`, `notReceiver`, `blockLimitReached`.
    package func run(in store: any MessageWriting, _ context: Context) throws(DomainError) {
        _ = try store.receivedMessage(message, by: identity)
        let blocks = try store.blocks(of: identity.user)
        guard !blocks.contains(where: { $0.message == message }) else { return }
        guard blocks.count < DomainLimits.blocksPerUserMax else {
            throw .refused(.blockLimitReached(limit: DomainLimits.blocksPerUserMax))
        }
        guard
            try store.blockSender(of: message, receivedBy: identity.user, at: context.now)
        else { throw .refused(.messageNotFound) }
    }
}

/// Takes back the block made by one note; a sender blocked by others stays blocked.
package struct UnblockSender: Sendable {
    /// The caller, who must be the note's receiver.
    package let identity: Identity
    /// The receiver's id of the note by which its sender was blocked; it may be deleted.
    package let message: MessageID

    /// Names the caller and the note.
    package init(identity: Identity, message: MessageID) {
        self.identity = identity
        self.message = message
    }

    /// Takes the block back; again is no change as long as the note is there.
    ///
    /// - Throws: `messageNotFound`, `notReceiver`.
    package func run(in store: any MessageWriting) throws(DomainError) {
        if try store.unblockSender(of: message, receivedBy: identity.user) { return }
        _ = try store.receivedMessage(message, by: identity)
    }
}

/// Tells the operator about a received note.
package struct ReportMessage: Sendable {
    /// The caller, who must be the note's receiver.
    package let identity: Identity
    /// The receiver's id of the note that is reported.
    package let message: MessageID
    /// What is wrong with the note.
    package let reason: ReportReason
    /// What the receiver says beside the reason, at most 1,000 characters; empty when nothing.
    package let detail: String

    /// Checks and gathers the report.
    ///
    /// - Throws: `invalidValue` of `detail`.
    package init(
        identity: Identity,
        message: MessageID,
        reason: ReportReason,
        detail: String
    ) throws(DomainError) {
        self.identity = identity
        self.message = message
        self.reason = reason
        self.detail = try ShortText.checked(
            detail,
            field: "detail",
            charactersMax: DomainLimits.reportDetailCharactersMax
        )
    }

    /// Stores the report; again is no change, and the first one's words stay.
    ///
    /// - Throws: `messageNotFound`, `notReceiver`.
    package func run(in store: any MessageWriting, _ context: Context) throws(DomainError) {
        _ = try store.receivedMessage(message, by: identity)
        let report = NewReport(reason: reason, detail: detail, reportedAt: context.now)
        guard try store.addReport(report, about: message, receivedBy: identity.user) else {
            throw .refused(.messageNotFound)
        }
    }
}
