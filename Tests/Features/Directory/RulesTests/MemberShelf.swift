import AccountRules
import DirectoryRules
import Domain
import RuleTestSupport

/// Accounts, collections, members and posts in memory, for the rules alone.
final class MemberShelf: SharedShelf {
    let state = ShelfState(of: .members)
    /// The members, in the order in which they were added.
    var members: [Member] { order.compactMap { table[$0] } }
    private(set) var posts: [Post] = []
    /// How many times members were changed.
    private(set) var changeCount = 0
    /// What is kept of addresses that nobody has.
    var kept: [String: MemberStatus] = [:]
    /// How many members lists added and deleted.
    private(set) var turnover = 0
    private var order: [MemberID] = []
    private var table: [MemberID: Member] = [:]
    private var addresses: [Address: MemberID] = [:]
    private var lastNumber: UInt64 = 0

    private struct Address: Hashable {
        let collection: CollectionName
        let email: String

        init(_ email: EmailAddress, in collection: CollectionName) {
            (self.collection, self.email) = (collection, email.folded)
        }
    }

    @discardableResult
    func create(
        _ name: String = "Alice",
        _ email: String = "alice@example.com",
        by person: UInt64 = 1,
        in collection: String = "team"
    ) throws(DomainError) -> Member {
        try createMember(
            MemberDetails(name: name, email: email),
            in: CollectionName(collection, field: "collection"),
            by: Self.person(person),
            context
        )
    }

    @discardableResult
    func put(
        _ entries: [(id: MemberID?, name: String, email: String)],
        by person: UInt64 = 1,
        in collection: String = "team",
        replacing: Bool = false
    ) throws(DomainError) -> [Member] {
        var list: [MemberEntry] = []
        for entry in entries {
            let details = try MemberDetails(name: entry.name, email: entry.email)
            list.append(MemberEntry(id: entry.id, details))
        }
        let (members, name) = (try MemberList(list), try CollectionName(collection))
        let put =
            replacing
            ? try replace(with: members, in: name, by: Self.person(person), context)
            : try put(members, in: name, by: Self.person(person), context)
        turnover += put.turnover
        return put.members
    }

    @discardableResult
    func set(_ status: MemberStatus, of member: Member) throws(DomainError) -> Member {
        try setStatus(of: member.id, to: status, by: Self.root, context)
    }

    @discardableResult
    func post(
        _ text: String = "안녕하세요",
        as member: Member,
        by person: UInt64 = 1
    ) throws(DomainError) -> Post {
        try create(NewPost(text), as: member.id, by: Self.person(person), context)
    }

    /// Has a member have so many posts.
    func set(postCount: UInt64, of member: Member) {
        table[member.id] = Self.member(member, postCount: postCount)
    }

    func clear(_ collection: SharedCollection) {
        for member in members where member.collection == collection.name { delete(member.id) }
    }

    private static func member(_ member: Member, postCount: UInt64) -> Member {
        Member(
            id: member.id,
            collection: member.collection,
            details: member.details,
            joinedAt: member.joinedAt,
            status: member.status,
            keeper: member.keeper,
            postCount: postCount
        )
    }

    private func put(_ member: Member) {
        table[member.id] = member
        addresses[Address(member.details.email, in: member.collection)] = member.id
    }

    private func take(_ id: MemberID) {
        guard let member = table.removeValue(forKey: id) else { return }
        addresses[Address(member.details.email, in: member.collection)] = nil
    }

    private func takeNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }
}

extension MemberShelf: DirectoryWriting {
    func member(_ id: MemberID) -> Member? { table[id] }

    func member(with email: EmailAddress, in collection: SharedCollection) -> Member? {
        addresses[Address(email, in: collection.name)].flatMap { table[$0] }
    }

    func visitMembers(
        of collection: SharedCollection,
        behind place: MemberOrder?,
        passingOver passedOver: Int,
        limit: Int,
        _ visit: (Member) -> PageStep
    ) -> MemberOrder? { nil }

    func memberIDs(of keeper: UserNumber, in collection: SharedCollection) -> [MemberID] {
        members.filter { $0.keeper == keeper && $0.collection == collection.name }.map(\.id)
    }

    func memberCount(of keeper: UserNumber, countMax: Int) -> Int {
        min(table.values.count { $0.keeper == keeper }, countMax)
    }

    func visitMembers(
        of keeper: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (Member) -> PageStep
    ) -> Sequence? {
        for member in members where member.keeper == keeper { _ = visit(member) }
        return nil
    }

    func post(_ id: PostID) -> Post? { posts.first { $0.id == id } }

    func visitPosts(
        of list: PostList,
        before place: Sequence?,
        limit: Int,
        _ visit: (Post) -> PageStep
    ) -> Sequence? { nil }

    func directoryChange(_ entry: RawSpan, of feed: SharedFeed) -> DirectoryChange? { nil }
    func hasRemainsOfMembers() -> Bool { false }
    func clearRemainsOfMembers(recordCountMax: Int) -> Bool { false }

    func addMember(
        to collection: SharedCollection,
        _ details: MemberDetails,
        status: MemberStatus?,
        keeper: UserNumber,
        joinedAt: Instant
    ) -> Member {
        let member = Member(
            id: MemberID(OpaqueID(high: 0, low: takeNumber())),
            collection: collection.name,
            details: details,
            joinedAt: joinedAt,
            status: status ?? .active,
            keeper: keeper,
            postCount: 0
        )
        order.append(member.id)
        put(member)
        return member
    }

    func change(_ changed: [Member]) -> [Member] {
        changeCount += changed.count
        for member in changed { take(member.id) }
        for member in changed { put(member) }
        return changed
    }

    func takeStatus(of email: EmailAddress, in collection: SharedCollection) -> MemberStatus? {
        kept.removeValue(forKey: email.folded)
    }

    func delete(_ id: MemberID) {
        take(id)
        posts.removeAll { $0.author == id }
    }

    func addPost(_ text: String, by author: Member, at now: Instant) -> Post {
        let id = PostID(OpaqueID(high: 0, low: takeNumber()))
        let post = Post(id: id, author: author.id, text: text, createdAt: now)
        posts.append(post)
        return post
    }

    func delete(_ post: Post) { posts.removeAll { $0.id == post.id } }
}
