package import AccountRules
package import Domain
internal import TextFolding

/// An anonymous note that waits for the next tick.
///
/// Between two ticks neither lists nor the feed of its receiver have it. So when a note arrives
/// tells no more than between which ticks it was sent, and its place among those of one tick tells
/// nothing.
package struct HeldNote: Sendable {
    /// The name under which it is held; it means something to the store alone.
    package let id: OpaqueID
    /// The note; nil when its sender has deleted it, or one of the two is gone.
    package let message: NewMessage?

    /// Gathers what is held.
    package init(id: OpaqueID, message: NewMessage?) {
        self.id = id
        self.message = message
    }

    /// What becomes of it.
    package enum Fate: Sendable {
        /// Its receiver gets it.
        case delivered(TimeGrain)
        /// It stays with its sender, who cannot tell.
        case undelivered(hasUnwantedWord: Bool)
    }
}

/// Delivers the notes of a tick, or a part of them.
///
/// Whether a note arrives is decided now: by the blocks, the words and the account that its
/// receiver has at this moment.
package struct DeliverHeldNotes: Sendable {
    /// Whether a receiver does not want to hear from where the note of a stranger came.
    private let isUnwelcome: @Sendable (_ guest: UserNumber, _ receiver: UserNumber) -> Bool

    /// Prepares the step.
    package init(
        isUnwelcome:
            @escaping @Sendable (_ guest: UserNumber, _ receiver: UserNumber) -> Bool = { _, _ in
                false
            }
    ) {
        self.isUnwelcome = isUnwelcome
    }

    /// Delivers as many notes as one transaction takes.
    ///
    /// - Returns: Whether there may be more.
    package func run(in store: any AccountReading & MessageWriting & WordWriting, at now: Instant)
        throws(DomainError) -> Bool
    {
        let countMax = DomainLimits.heldNotesPerStepMax
        let notes = try store.heldNotes(countMax: countMax)
        for note in notes {
            let fate: HeldNote.Fate
            do throws(DomainError) {
                fate = try self.fate(of: note, in: store)
            } catch .dataLoss {
                // Nobody else's note waits for a receiver whose record is damaged.
                fate = .undelivered(hasUnwantedWord: false)
            }
            try store.release(note, fate, at: now)
        }
        return notes.count == countMax
    }

    private func fate(
        of note: HeldNote,
        in store: any AccountReading & MessageWriting & WordWriting
    ) throws(DomainError) -> HeldNote.Fate {
        guard let message = note.message,
            let receiver = try store.correspondent(message.receiver), receiver.status == .active
        else { return .undelivered(hasUnwantedWord: false) }
        let isBlocked = try store.isBlocked(
            message.sender,
            by: receiver.number,
            sending: .anonymous
        )
        let hasWord = try store.hasUnwantedWord(
            FoldedText(message.content.text),
            for: receiver.number
        )
        return isBlocked || hasWord || isUnwelcome(message.sender, receiver.number)
            ? .undelivered(hasUnwantedWord: hasWord) : .delivered(receiver.anonymousTimes)
    }
}
