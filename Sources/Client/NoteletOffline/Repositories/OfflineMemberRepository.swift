public import Foundation
internal import NoteletClient
public import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Reads and changes the members of collections with a copy of those that were asked for; to change
/// them there must be a network.
public struct OfflineMemberRepository: ObservableMemberRepositoryInterface {
    let space: AccountSpace

    /// All members of the copy, as the policy of lists has it: an empty list where nothing was
    /// copied yet.
    public func fetchMembers(
        inCollection collection: String
    ) async throws -> [NoteletInterface.Member] {
        let feed = SharedFeed.directory(collection)
        return try await space.requireAccount().readShared(feed) { (tables) throws(SQLiteError) in
            try tables.sortedEntries(as: .member, in: feed)
        }
    }

    /// The page of a number, of the copy as the policy of lists has it.
    public func fetchMembers(
        inCollection collection: String,
        page: Int,
        size: Int
    ) async throws -> NumberedPage<NoteletInterface.Member> {
        let feed = SharedFeed.directory(collection)
        let (skippedCount, isTooFar) = page.multipliedReportingOverflow(by: size)
        guard page >= 0, (1...PagePlace.sizeMax).contains(size), !isTooFar else {
            throw AppError.data(.validation("There is no page \(page) of \(size) members."))
        }
        let members = try await space.requireAccount().readShared(feed) {
            (tables) throws(SQLiteError) in
            try tables.sortedEntries(
                as: .member,
                in: feed,
                after: skippedCount,
                countMax: size
            )
        }
        return NumberedPage(items: members, size: size)
    }

    /// One member: the copy, else the service, which the copy then has.
    public func fetchMember(byId id: UUID) async throws -> NoteletInterface.Member {
        try await space.requireAccount().sharedValue(id, as: .member) { member in
            SharedFeed.directory(member.collection)
        } _: { (notelet) throws(NoteletError) in
            try await notelet.getMember(id: id.bytes)
        }
    }

    /// A member with the newest posts: the copy where it has the whole collection, else the
    /// service.
    public func fetchMemberDetail(byId id: UUID) async throws -> MemberDetail {
        let account = try await space.requireAccount()
        let known = try await account.copy.read { (tables) throws(SQLiteError) in
            try tables.memberDetail(id)
        }
        if let known { return known }
        return try await RemoteRepositories(account.caller).members.fetchMemberDetail(byId: id)
    }

    /// Adds a member, and then to the copy.
    public func createMember(
        _ member: NoteletInterface.Member
    ) async throws -> NoteletInterface.Member {
        let feed = SharedFeed.directory(member.collection)
        return try await space.requireAccount().putShared(in: feed, as: .member) {
            (notelet) throws(NoteletError) in
            try await notelet.createMember(
                collection: member.collection,
                name: member.name,
                email: member.email,
                idempotencyKey: .of(member.id)
            )
        }
    }

    /// Changes a member, and then in the copy.
    public func updateMember(
        _ member: NoteletInterface.Member
    ) async throws -> NoteletInterface.Member {
        let feed = SharedFeed.directory(member.collection)
        return try await space.requireAccount().putShared(in: feed, as: .member) {
            (notelet) throws(NoteletError) in
            try await notelet.updateMember(
                id: member.id.bytes,
                name: member.name,
                email: member.email
            )
        }
    }

    /// Deletes a member, and then from the copy, with all posts.
    public func deleteMember(byId id: UUID) async throws {
        try await space.requireAccount().deleteShared(id) { (notelet) throws(NoteletError) in
            try await notelet.deleteMember(id: id.bytes)
        }
    }

    /// Adds or changes members, and then in the copy, all of them at once.
    public func putMembers(
        _ members: [NoteletInterface.MemberEntry],
        inCollection collection: String,
        intention: UUID
    ) async throws -> [NoteletInterface.Member] {
        let account = try await space.requireAccount()
        let response = try await account.changeShared(in: SharedFeed.directory(collection)) {
            (notelet) throws(NoteletError) in
            try await notelet.putMembers(
                collection: collection,
                members: members.map { NoteletAPI.MemberEntry($0) },
                idempotencyKey: .of(intention)
            )
        } steps: { (response) throws(AppError) in
            try response.members.map { (member) throws(AppError) in
                .put(try SharedEntry(member, as: .member))
            }
        }
        return try response.members.map { try NoteletInterface.Member($0) }
    }

    /// Replaces the account's own members; the copy has that by the feed, which says who is gone,
    /// and all of it at once.
    public func replaceMembers(
        _ members: [NoteletInterface.MemberEntry],
        inCollection collection: String,
        intention: UUID
    ) async throws -> [NoteletInterface.Member] {
        let account = try await space.requireAccount()
        let replaced = try await RemoteRepositories(account.caller).members
            .replaceMembers(members, inCollection: collection, intention: intention)
        await account.pullWhereCopied(SharedFeed.directory(collection))
        return replaced
    }

    /// All members of a collection now, and again after each change; none where the collection is
    /// taken away.
    public func observeMembers(
        inCollection collection: String
    ) -> AsyncStream<[NoteletInterface.Member]> {
        let feed = SharedFeed.directory(collection)
        return space.sharedValues(of: feed, orElse: []) { (tables) throws(SQLiteError) in
            try tables.sortedEntries(as: .member, in: feed)
        }
    }

    /// A member with the newest posts now, as far as the copy has the collection, and again after
    /// each change.
    public func observeMemberDetail(byId id: UUID) -> AsyncStream<MemberDetail?> {
        space.hub.values(of: .shared) { [space] in
            try await space.account()?.copy.read { (tables) throws(SQLiteError) in
                try tables.memberDetail(id)
            }
        }
    }
}

extension CopyTables {
    /// A member with the newest posts; nil where the copy does not have the whole collection.
    func memberDetail(_ id: UUID) throws(SQLiteError) -> MemberDetail? {
        guard let name = try feed(ofEntry: id.bytes), try feed(name)?.isComplete == true,
            let member = try entry(id.bytes, as: .member)
        else { return nil }
        let posts = try newestEntries(as: .post, ofOwner: id.bytes, countMax: Self.detailPostCount)
        return MemberDetail(
            member: member,
            posts: posts.map(\.value),
            postCount: try entryCount(ofOwner: id.bytes)
        )
    }

    /// How many posts the service shows beside a member.
    private static let detailPostCount = 50
}
