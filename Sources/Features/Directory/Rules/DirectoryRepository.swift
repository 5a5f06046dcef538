package import AccountRules
package import Domain

/// Reads members and posts; those of a keeper who was removed are shown to nobody.
package protocol DirectoryReading: CollectionReading {
    /// The member of this id; nil for what never was, and for what is gone with its collection.
    func member(_ id: MemberID) throws(DomainError) -> Member?
    /// The member of a collection with an e-mail address, in any case.
    func member(
        with email: EmailAddress,
        in collection: SharedCollection
    ) throws(DomainError) -> Member?
    /// Visits the members of a collection in their order, behind a place (nil: from the first on),
    /// `passedOver` of them later.
    ///
    /// - Returns: The place to go on behind; nil at the end.
    func visitMembers(
        of collection: SharedCollection,
        behind place: MemberOrder?,
        passingOver passedOver: Int,
        limit: Int,
        _ visit: (Member) -> PageStep
    ) throws(DomainError) -> MemberOrder?

    /// The ids of all that somebody keeps in a collection.
    func memberIDs(
        of keeper: UserNumber,
        in collection: SharedCollection
    ) throws(DomainError) -> [MemberID]
    /// How many members somebody keeps; counts up to `countMax` and no further.
    func memberCount(of keeper: UserNumber, countMax: Int) throws(DomainError) -> Int
    /// Visits the members that somebody keeps, the newest first, before `place` (nil: the newest).
    ///
    /// - Returns: The place to go on before; nil at the end.
    func visitMembers(
        of keeper: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (Member) -> PageStep
    ) throws(DomainError) -> Sequence?

    /// The post of this id.
    func post(_ id: PostID) throws(DomainError) -> Post?
    /// Visits posts, newest first, before `place` (nil: the newest).
    ///
    /// - Returns: The place to go on before; nil at the end.
    func visitPosts(
        of list: PostList,
        before place: Sequence?,
        limit: Int,
        _ visit: (Post) -> PageStep
    ) throws(DomainError) -> Sequence?

    /// What an entry of a collection's feed says; nil for what a later entry takes back.
    func directoryChange(
        _ entry: RawSpan,
        of feed: SharedFeed
    ) throws(DomainError) -> DirectoryChange?
    /// Whether members that are gone have left anything to delete.
    func hasRemainsOfMembers() throws(DomainError) -> Bool
}

/// Writes members and posts, and tells the feed of their collection.
///
/// What an operator made of a member stays with its e-mail address: where a member that is not
/// active is deleted, that is kept, and whoever takes the address next gets it. So nobody gets rid
/// of a ban by adding the member anew. Only an active member gets another address.
package protocol DirectoryWriting: DirectoryReading, CollectionWriting {
    /// Adds a member whose e-mail address none has, and gives it its id; where no status is given,
    /// it gets the one that is kept of the address, or is active.
    func addMember(
        to collection: SharedCollection,
        _ details: MemberDetails,
        status: MemberStatus?,
        keeper: UserNumber,
        joinedAt: Instant
    ) throws(DomainError) -> Member
    /// Stores members with other details or another status; an e-mail address may go from one of
    /// them to another.
    ///
    /// - Returns: The members as they are now, in the same order.
    func change(_ members: [Member]) throws(DomainError) -> [Member]
    /// Forgets what is kept of an address that no member has, and answers what that was; nil for
    /// nothing.
    func takeStatus(
        of email: EmailAddress,
        in collection: SharedCollection
    ) throws(DomainError) -> MemberStatus?
    /// Deletes a member, and takes its posts out of sight.
    func delete(_ id: MemberID) throws(DomainError)

    /// Stores a new post, and gives it its id.
    func addPost(_ text: String, by author: Member, at now: Instant) throws(DomainError) -> Post
    /// Deletes a post.
    func delete(_ post: Post) throws(DomainError)

    /// Deletes part of what members that are gone have left, at most `recordCountMax` records.
    ///
    /// - Returns: Whether anything is left of them.
    func clearRemainsOfMembers(recordCountMax: Int) throws(DomainError) -> Bool
}

/// Posts that belong together.
package enum PostList: Sendable {
    /// Those of a member.
    case author(MemberID)
    /// Those of all members that somebody keeps.
    case keeper(UserNumber)
}
