package import AccountRules
package import Domain

/// Somebody in a collection.
package struct Member: Equatable, Sendable {
    /// The id by which all know it, fixed for its life.
    package let id: MemberID
    /// Where it is.
    package let collection: CollectionName
    /// What is said of it.
    package var details: MemberDetails
    /// When it was added, to the minute.
    package let joinedAt: Instant
    /// What it may do.
    package var status: MemberStatus
    /// Who added it, which is shown to nobody; `nobody` for one that an operator brought.
    package let keeper: UserNumber
    /// How many posts it has.
    package let postCount: UInt64

    /// Gathers a member as it is stored.
    package init(
        id: MemberID,
        collection: CollectionName,
        details: MemberDetails,
        joinedAt: Instant,
        status: MemberStatus,
        keeper: UserNumber,
        postCount: UInt64
    ) {
        self.id = id
        self.collection = collection
        self.details = details
        self.joinedAt = joinedAt
        self.status = status
        self.keeper = keeper
        self.postCount = postCount
    }
}

/// The id of a member, the same for all.
package typealias MemberID = ObjectID<Member>

/// What a keeper says of a member.
package struct MemberDetails: Equatable, Sendable {
    /// What it is called, 1 to 100 characters.
    package let name: String
    /// Where mail reaches it: no two members of a collection have the same, without regard to case.
    package let email: EmailAddress

    /// Gathers details as they are stored.
    package init(storedName name: String, email: EmailAddress) {
        self.name = name
        self.email = email
    }

    /// Checks details.
    ///
    /// - Throws: `invalidValue` of `member_name` or `email`.
    package init(name: String, email: String) throws(DomainError) {
        let characters = DomainLimits.memberNameCharacters
        self.name = try ShortText.title(name, field: "member_name", characters)
        self.email = try EmailAddress(email)
    }
}

/// What a member may do, which operators say.
package enum MemberStatus: UInt8, CaseIterable, Sendable {
    /// It may post, and get another e-mail address.
    case active = 1
    /// It rests.
    case inactive = 2
    /// An operator banned it.
    case banned = 3

    /// Reads a status that was stored or sent; what is not known is inactive.
    package init(known number: UInt32) {
        self = UInt8(exactly: number).flatMap(MemberStatus.init) ?? .inactive
    }

}

extension Member {
    /// Requires the status that a member needs to post, and to get another e-mail address: an
    /// operator's word stays with the address that it was said of.
    ///
    /// - Throws: `memberNotActive`.
    func requireActive() throws(DomainError) {
        guard status == .active else { throw .refused(.memberNotActive(status: "\(status)")) }
    }

    /// The member with other details.
    ///
    /// - Throws: `memberNotActive` where the e-mail address is another one.
    func changed(to details: MemberDetails) throws(DomainError) -> Member {
        if !details.email.isSame(as: self.details.email) { try requireActive() }
        var member = self
        member.details = details
        return member
    }
}

/// What became of a collection, as its feed tells it.
package enum DirectoryChange: Equatable, Sendable {
    /// A member was added or changed.
    case putMember(Member)
    /// A member was deleted, and its posts with it.
    case deletedMember(MemberID)
    /// A member posted.
    case putPost(Post)
    /// A post was deleted.
    case deletedPost(PostID)
}

extension CollectionKind {
    /// Collections of members.
    package static let members = CollectionKind(.members, command: "directory collection")
}

extension SharedFeed.Kind {
    /// Of a collection of members.
    package static let members = SharedFeed.Kind(rawValue: 2)
}
