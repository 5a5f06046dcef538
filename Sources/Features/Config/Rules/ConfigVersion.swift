package import Domain

/// What is known of a version of the configuration beside its entries, as it is stored; it is never
/// changed.
package struct ConfigVersion: Codable, Equatable, Sendable {
    /// From 1 on, each once; 0 until it is given one.
    package var number: UInt64 = 0
    /// When it was published.
    package var publishedAt: Instant
    /// The name of the operator who published it.
    package var operatorName: String
    /// What they noted, at most 200 characters.
    package var note: String
    /// The version that it has the entries of; 0 where it was not rolled back.
    package var rolledBackFrom: UInt64 = 0
    /// How many entries it has.
    package var entryCount: UInt64 = 0

    /// The numbers under which its parts are stored; none is ever another.
    enum CodingKeys: Int, CodingKey {
        case publishedAt = 1
        case operatorName = 2
        case note = 3
        case rolledBackFrom = 4
        case entryCount = 5
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
