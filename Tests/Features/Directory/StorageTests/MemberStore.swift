import AccountRules
import DirectoryRules
import Domain
import StoreTools
import Testing

@testable import AccountStorage
@testable import DirectoryStorage
@testable import Records
@testable import Storage
@testable import StorageEngine

/// A store with a collection of members, and Anna and Ben who keep some.
struct MemberStore {
    let store: TestStore
    let anna: UserNumber
    let ben: UserNumber
    let team: SharedCollection

    init(_ given: TestStore? = nil) throws {
        store = try given ?? TestStore()
        anna = try store.account("anna")
        ben = try store.account("ben")
        team = try Self.collection("team", in: store)
    }

    static func collection(_ name: String, in store: TestStore) throws -> SharedCollection {
        try store.write { transaction throws(DomainError) in
            let name = CollectionName(stored: name)
            return try transaction.addCollection(named: name, of: .members, at: .epoch)
        }
    }

    static func details(_ name: String, _ email: String? = nil) -> MemberDetails {
        let address = email ?? "\(name.lowercased())@example.com"
        return MemberDetails(storedName: name, email: EmailAddress(stored: address))
    }

    @discardableResult
    func add(
        _ names: [String],
        by keeper: UserNumber? = nil,
        to collection: SharedCollection? = nil
    ) throws -> [Member] {
        let (keeper, collection) = (keeper ?? anna, collection ?? team)
        return try store.write { transaction throws(DomainError) in
            var members: [Member] = []
            for name in names {
                members.append(
                    try transaction.addMember(
                        to: collection,
                        Self.details(name),
                        status: nil,
                        keeper: keeper,
                        joinedAt: .epoch
                    )
                )
            }
            return members
        }
    }

    /// Gives a member other details or another status.
    @discardableResult
    func change(
        _ member: Member,
        name: String? = nil,
        email: String? = nil,
        status: MemberStatus? = nil
    ) throws -> Member {
        var changed = member
        let email = email ?? member.details.email.text
        changed.details = Self.details(name ?? member.details.name, email)
        changed.status = status ?? member.status
        let new = changed
        return try store.write { transaction throws(DomainError) in
            try transaction.change([new])[0]
        }
    }

    func delete(_ members: [Member]) throws {
        try store.write { transaction throws(DomainError) in
            for member in members { try transaction.delete(member.id) }
        }
    }

    @discardableResult
    func post(_ texts: [String], as member: Member) throws -> [Post] {
        try store.write { transaction throws(DomainError) in
            var posts: [Post] = []
            for text in texts {
                posts.append(try transaction.addPost(text, by: member, at: .epoch))
            }
            return posts
        }
    }

    func member(_ member: Member) throws -> Member? {
        try store.read { view throws(DomainError) in try view.member(member.id) }
    }

    /// The members of a collection, page by page.
    func list(_ collection: SharedCollection? = nil, size: Int = 2) throws -> [Member] {
        let collection = collection ?? team
        return try store.read { view throws(DomainError) in
            var members: [Member] = []
            var place: MemberOrder?
            repeat {
                place = try view.visitMembers(
                    of: collection,
                    behind: place,
                    passingOver: 0,
                    limit: size
                ) { member in
                    members.append(member)
                    return .next
                }
            } while place != nil
            return members
        }
    }

    func names(_ collection: SharedCollection? = nil, size: Int = 2) throws -> [String] {
        try list(collection, size: size).map(\.details.name)
    }

    func posts(_ list: PostList, size: Int = 2) throws -> [Post] {
        try store.read { view throws(DomainError) in
            var posts: [Post] = []
            var place: Sequence?
            repeat {
                place = try view.visitPosts(of: list, before: place, limit: size) { post in
                    posts.append(post)
                    return .next
                }
            } while place != nil
            return posts
        }
    }

    /// What the feed of the collection tells.
    func changes(_ collection: SharedCollection? = nil) throws -> [DirectoryChange] {
        let feed = (collection ?? team).feed
        return try store.read { view throws(DomainError) in
            var changes: [DirectoryChange] = []
            var failure: DomainError?
            _ = try view.visitEntries(of: feed, after: .start, limit: .max) { entry in
                do throws(DomainError) {
                    if let change = try view.directoryChange(entry, of: feed) {
                        changes.append(change)
                    }
                } catch {
                    failure = error
                }
                return .next
            }
            if let failure { throw failure }
            return changes
        }
    }

    /// How many records the tables of members have, without those that other features have.
    func counts() throws -> [String: Int] {
        let tables = Schema.ofDirectory.tables.map { ($0.name, $0.id) }
        return try store.read { view throws(DomainError) in
            var counts: [String: Int] = [:]
            for (name, id) in tables + [("shared_changes", .sharedChanges)] {
                let count = try view.count(.all, in: id, .max)
                if count > 0 { counts[name] = count }
            }
            return counts
        }
    }

    /// Deletes what is left of what is gone, and answers in how many steps.
    @discardableResult
    func clear(recordCountMax: Int) throws -> Int {
        var steps = 1
        while try store.write({ transaction throws(DomainError) in
            if try transaction.clearRemainsOfMembers(recordCountMax: recordCountMax) {
                return true
            }
            let contents = Schema.contentsOfDirectory
            return try transaction.clearRemains(of: contents, recordCountMax: recordCountMax)
        }) { steps += 1 }
        return steps
    }

    /// What is wrong with the records; the store is there again afterwards.
    func findings() throws -> [StoreFinding] {
        let findings = try store.findings()
        try store.reopen()
        return findings
    }

    func hasRemains() throws -> Bool {
        try store.read { view throws(DomainError) in
            if try view.hasRemainsOfMembers() { return true }
            return try view.hasRemains(of: Schema.contentsOfDirectory)
        }
    }
}
