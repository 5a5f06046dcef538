package import Domain

/// What is known of a version of the configuration beside its entries; it is never changed.
package struct ConfigVersion: Equatable, Sendable {
    /// From 1 on, each once.
    package let number: UInt64
    /// When it was published.
    package let publishedAt: Instant
    /// The name of the operator who published it.
    package let operatorName: String
    /// What they noted, at most 200 characters.
    package let note: String
    /// The version that it has the entries of; nil where it was not rolled back.
    package let rolledBackFrom: UInt64?
    /// How many entries it has.
    package let entryCount: Int

    /// Gathers a version as it is stored.
    package init(
        number: UInt64,
        publishedAt: Instant,
        operatorName: String,
        note: String,
        rolledBackFrom: UInt64?,
        entryCount: Int
    ) {
        self.number = number
        self.publishedAt = publishedAt
        self.operatorName = operatorName
        self.note = note
        self.rolledBackFrom = rolledBackFrom
        self.entryCount = entryCount
    }
}

/// A publication as an operator wants it: what has to be so before, and what is noted of it.
package struct ConfigIntention: Sendable {
    let note: String
    let expected: UInt64?

    /// Checks what goes with a publication.
    ///
    /// - Parameters:
    ///   - note: Why it is made.
    ///   - expected: The version that has to be the newest, 0 for none; nil for whichever it is.
    /// - Throws: `invalidValue` of `note`.
    package init(note: String, expecting expected: UInt64?) throws(DomainError) {
        let charactersMax = DomainLimits.configNoteCharactersMax
        self.note = try ShortText.checked(note, field: "note", charactersMax: charactersMax)
        self.expected = expected
    }
}

extension SharedFeed {
    /// The feed of the configuration, of which a store has one.
    package static let config = SharedFeed(Kind(rawValue: 3), number: 1)
}
