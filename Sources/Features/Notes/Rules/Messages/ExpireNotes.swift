package import Domain

/// Deletes notes that are older than the server keeps any, from the views of both people.
///
/// Each view loses its note as if its owner had deleted it: the feed tells first, the blocks that
/// the note made stay, and so do reports about it.
package struct ExpireNotes: Sendable {
    /// Those that were found to be old; one may have been deleted meanwhile.
    package let notes: [NotePlace]

    /// Names what was found.
    package init(_ notes: [NotePlace]) {
        self.notes = notes
    }

    /// Looks for the next notes to delete, in one step that is bounded and changes nothing.
    ///
    /// - Parameters:
    ///   - place: where the step before ended; nil to begin.
    ///   - store: the store.
    ///   - now: this moment.
    ///   - dayCount: how many days notes are kept.
    /// - Returns: What was found, and where the next step begins.
    /// - Throws: That the store cannot be read.
    package static func find(
        after place: NotePlace?,
        in store: any MessageReading,
        at now: Instant,
        keptFor dayCount: Int
    ) throws(DomainError) -> AgedNotes {
        try store.agedNotes(
            before: now.adding(seconds: -Int64(dayCount) * 86_400),
            after: place,
            recordCountMax: DomainLimits.notesPerExpiryStepMax,
            foundCountMax: DomainLimits.expiredNotesPerStepMax
        )
    }

    /// Deletes them; answers how many were still there.
    package func run(in store: any MessageWriting) throws(DomainError) -> Int {
        var count = 0
        for place in notes where try store.deleteNote(at: place) { count += 1 }
        return count
    }
}

/// Where a note is in one person's view, for work that goes through all notes.
package struct NotePlace: Hashable, Sendable {
    /// Whose view it is: that of who sent it, or of who received it.
    package let side: NoteSide
    /// The person.
    package let user: UserNumber
    /// The place in the person's feed.
    package let sequence: Sequence

    /// Joins all three.
    package init(side: NoteSide, user: UserNumber, sequence: Sequence) {
        self.side = side
        self.user = user
        self.sequence = sequence
    }
}

/// One of the two views of a note.
package enum NoteSide: Hashable, Sendable, CaseIterable {
    /// The sender's, which goes first: the receiver's need not hand its content over then.
    case sent
    /// The receiver's.
    case received
}

/// What one step of looking for old notes has found.
package struct AgedNotes: Equatable, Sendable {
    /// Those that were found.
    package var notes: [NotePlace]
    /// The last note that was looked at, after which the next step begins; nil at the end.
    package var next: NotePlace?

    /// Joins both.
    package init(notes: [NotePlace], next: NotePlace?) {
        self.notes = notes
        self.next = next
    }
}
