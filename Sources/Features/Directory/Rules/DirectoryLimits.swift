package import Domain

// The limits of members and posts, with their reasons.
extension DomainLimits {
    /// Characters of a member's name: a line.
    package static let memberNameCharacters = 1...100

    /// Characters of a post: as of a note.
    package static let postCharacters = 1...2_000

    /// Members that are given at once: as many as a page has, and what the writer does in one
    /// step.
    package static let memberListMax = 500

    /// Members that a replacement deletes at once: as many as it may add, so that the writer is
    /// soon there for others.
    package static let membersLeavingMax = memberListMax

    /// Members of a page when the request does not say.
    package static let memberPageDefault = 20

    /// Members before a page that is asked for by its number: all of them are passed over.
    package static let membersPassedOverMax = 10_000

    /// Members of one keeper, in all collections: bounds what one person takes of the store, and
    /// the count that the writer makes.
    package static let membersPerKeeperMax = 10_000

    /// Posts of one member: bounds what one person takes of the store.
    package static let postsPerMemberMax = 10_000

    /// Bytes of a folded name by which members are ordered: those of 100 syllables or ideographs;
    /// a cursor holds them.
    package static let nameOrderByteCountMax = 300
}
