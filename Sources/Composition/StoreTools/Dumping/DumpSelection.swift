package import Domain
package import Records

/// What a dump shows.
package struct DumpSelection: Sendable {
    /// The kinds of records; in the order of `DumpEntity`.
    package var entities: Set<DumpEntity>
    /// Whose records alone; nil for everybody's.
    package var subject: Subject?
    /// The moments at which records were made, from the first up to, but without, the second.
    package var since: Instant?
    /// See `since`.
    package var until: Instant?
    /// Whether it tells who sent anonymous notes.
    package var senders: Senders
    /// Whether it has what people wrote.
    package var contents = Contents.shown

    /// A person, as an operator names one.
    package enum Subject: Sendable, Hashable {
        /// By the name of an account.
        case username(String)
        /// By the id of an account or guest.
        case id(OpaqueID)
    }

    /// Whether a dump tells who sent anonymous notes.
    package typealias Senders = DumpSenders

    /// Whether a dump has what people wrote: notes, answers, reports, and their contacts' names.
    package enum Contents: Sendable {
        /// It has.
        case shown
        /// It has not, and cannot be loaded.
        case leftOut
    }

    /// Selects everything that may be shown.
    package init(senders: Senders) {
        self.senders = senders
        entities = Set(
            DumpEntity.allCases.filter { senders == .revealed || $0.isShownWithoutSenders }
        )
    }

    /// Whether nothing is left out, so that a store can be made of the dump.
    package var isComplete: Bool {
        senders == .revealed && contents == .shown && entities.count == DumpEntity.allCases.count
            && subject == nil
            && since == nil && until == nil
    }

    /// Whether a record belongs to the dump; one that does not say when it was made belongs to
    /// those of all times alone.
    func contains(
        madeAt moment: @autoclosure () -> Instant?,
        of owner: @autoclosure () -> UserNumber?,
        user: UserNumber?
    ) -> Bool {
        if let user, owner() != user { return false }
        guard since != nil || until != nil else { return true }
        guard let moment = moment() else { return false }
        return (since.map { $0 <= moment } ?? true) && (until.map { moment < $0 } ?? true)
    }
}
