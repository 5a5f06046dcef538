public import Foundation

/// Somebody in a collection of people, as all who are signed in see them.
public struct Member: Hashable, Identifiable, Sendable {
    /// The id of the member; until the service has given one, it names the intention to add it.
    public let id: UUID
    /// The name of the collection, which an operator made.
    public let collection: String
    /// What the member is called: 1 to 100 characters.
    public var name: String
    /// The member's address.
    public var email: String
    /// When the member was added.
    public let joinedAt: Date
    /// What the operator says of the member; nobody else can.
    public let status: MemberStatus

    /// Creates a member's picture.
    ///
    /// - Parameters:
    ///   - id: The id of the member.
    ///   - collection: The name of the collection.
    ///   - name: What the member is called.
    ///   - email: The member's address.
    ///   - joinedAt: When the member was added.
    ///   - status: What the operator says; the service has a new member be active.
    public init(
        id: UUID,
        collection: String,
        name: String,
        email: String,
        joinedAt: Date,
        status: MemberStatus = .active
    ) {
        self.id = id
        self.collection = collection
        self.name = name
        self.email = email
        self.joinedAt = joinedAt
        self.status = status
    }

    /// Whether the member takes part.
    public var isActive: Bool { status == .active }

    /// Whether something can be posted as this member, who is to be active, and not banned.
    public var canPost: Bool { isActive && !isBanned }

    private var isBanned: Bool { status == .banned }
}

/// How a member stands, which the operator decides.
public enum MemberStatus: String, Hashable, CaseIterable, Sendable {
    /// The member takes part.
    case active
    /// The member does not.
    case inactive
    /// The member is not to take part.
    case banned

    /// Reads the word for a status, however it is written; one that is not known is inactive.
    ///
    /// - Parameter word: The word, such as `active` or `BANNED`.
    public init(word: String) {
        self = MemberStatus(rawValue: word.lowercased()) ?? .inactive
    }
}

/// What somebody says of a member: the name and the address, and nothing else.
public struct MemberEntry: Hashable, Sendable {
    /// Which member is meant; nil for one that is new, or is known by its address.
    public var id: UUID?
    /// What the member is called.
    public var name: String
    /// The member's address.
    public var email: String

    /// Says so.
    ///
    /// - Parameters:
    ///   - id: Which member is meant.
    ///   - name: What the member is called.
    ///   - email: The member's address.
    public init(id: UUID? = nil, name: String, email: String) {
        self.id = id
        self.name = name
        self.email = email
    }

    /// Says what is so already.
    ///
    /// - Parameter member: The member.
    public init(_ member: Member) {
        self.init(id: member.id, name: member.name, email: member.email)
    }
}

/// A member with what was posted as that member, all of one moment.
public struct MemberDetail: Hashable, Sendable {
    /// The member.
    public let member: Member
    /// The newest posts, the newest first.
    public let posts: [Post]
    /// How many posts there are in all.
    public let postCount: Int

    /// Joins them.
    ///
    /// - Parameters:
    ///   - member: The member.
    ///   - posts: The newest posts, the newest first.
    ///   - postCount: How many posts there are in all.
    public init(member: Member, posts: [Post], postCount: Int) {
        self.member = member
        self.posts = posts
        self.postCount = postCount
    }
}
