public import Foundation
internal import DirectoryClient
internal import NoteletClient
public import NoteletInterface

/// Reads and changes the members of collections at the service.
public struct RemoteMemberRepository: ObservableMemberRepositoryInterface {
    let caller: RemoteCaller

    /// Asks for all members, page after page.
    public func fetchMembers(
        inCollection collection: String
    ) async throws -> [NoteletInterface.Member] {
        var members: [NoteletInterface.Member] = []
        var cursor: [UInt8] = []
        repeat {
            let request = ListMembersRequest(
                collection: collection,
                cursor: cursor,
                pageSize: largestPage
            )
            let page = try await list(request)
            members += try page.members.map { try NoteletInterface.Member($0) }
            cursor = page.nextCursor
        } while !cursor.isEmpty
        return members.sortedByName()
    }

    /// Asks for the page of a number, in the order of the service, which passes over case alone.
    public func fetchMembers(
        inCollection collection: String,
        page: Int,
        size: Int
    ) async throws -> NumberedPage<NoteletInterface.Member> {
        let request = ListMembersRequest(
            collection: collection,
            pageSize: Int32(clamping: size),
            page: Int32(clamping: page)
        )
        let members = try await list(request).members
        return NumberedPage(
            items: try members.map { try NoteletInterface.Member($0) },
            size: size
        )
    }

    /// Asks for one member.
    public func fetchMember(byId id: UUID) async throws -> NoteletInterface.Member {
        let member = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.getMember(id: id.bytes)
        }
        return try NoteletInterface.Member(member)
    }

    /// Asks for a member and the newest posts at once.
    public func fetchMemberDetail(byId id: UUID) async throws -> MemberDetail {
        let response = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.getMemberDetail(id: id.bytes, pageSize: 0)
        }
        return try MemberDetail(response)
    }

    /// Adds a member under the key of its id.
    public func createMember(
        _ member: NoteletInterface.Member
    ) async throws -> NoteletInterface.Member {
        let created = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.createMember(
                collection: member.collection,
                name: member.name,
                email: member.email,
                idempotencyKey: .of(member.id)
            )
        }
        return try NoteletInterface.Member(created)
    }

    /// Changes a member's name and address.
    public func updateMember(
        _ member: NoteletInterface.Member
    ) async throws -> NoteletInterface.Member {
        let updated = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.updateMember(
                id: member.id.bytes,
                name: member.name,
                email: member.email
            )
        }
        return try NoteletInterface.Member(updated)
    }

    /// Deletes a member.
    public func deleteMember(byId id: UUID) async throws {
        try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.deleteMember(id: id.bytes)
        }
    }

    /// Adds or changes members under the key of the intention.
    public func putMembers(
        _ members: [NoteletInterface.MemberEntry],
        inCollection collection: String,
        intention: UUID
    ) async throws -> [NoteletInterface.Member] {
        let response = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.putMembers(
                collection: collection,
                members: members.map { NoteletAPI.MemberEntry($0) },
                idempotencyKey: .of(intention)
            )
        }
        return try response.members.map { try NoteletInterface.Member($0) }
    }

    /// Replaces the account's own members under the key of the intention.
    public func replaceMembers(
        _ members: [NoteletInterface.MemberEntry],
        inCollection collection: String,
        intention: UUID
    ) async throws -> [NoteletInterface.Member] {
        let response = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.replaceMembers(
                collection: collection,
                members: members.map { NoteletAPI.MemberEntry($0) },
                idempotencyKey: .of(intention)
            )
        }
        return try response.members.map { try NoteletInterface.Member($0) }
    }

    /// Follows a collection, through lost connections, until it is taken away.
    public func observeMembers(
        inCollection collection: String
    ) -> AsyncStream<[NoteletInterface.Member]> {
        AsyncStream(following: { [notelet = caller.notelet] tell in
            for try await members in notelet.observeMembers(of: collection) {
                tell(try members.map { try NoteletInterface.Member($0) }.sortedByName())
            }
        })
    }

    /// Asks for a member anew whenever the collection has changed.
    public func observeMemberDetail(byId id: UUID) -> AsyncStream<MemberDetail?> {
        AsyncStream(following: { [self] tell in
            let first = try await fetchMemberDetail(byId: id)
            tell(first)
            let feed = WatchedFeed(feed: Notelet.feed(of: first.member.collection))
            var hasNews = false
            for try await page in caller.notelet.watch([feed]) where !page.isOver {
                hasNews = hasNews || !page.changes.isEmpty
                guard page.isUpToDate, hasNews else { continue }
                hasNews = false
                tell(try await knownDetail(byId: id))
            }
        })
    }

    private func knownDetail(byId id: UUID) async throws -> MemberDetail? {
        do {
            return try await fetchMemberDetail(byId: id)
        } catch let error as AppError where error.isNotFound {
            return nil
        }
    }

    private func list(_ request: ListMembersRequest) async throws -> ListMembersResponse {
        try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.call(DirectoryAPI.listMembers, request)
        }
    }
}

extension [NoteletInterface.Member] {
    /// The same in the order that people expect.
    fileprivate func sortedByName() -> [NoteletInterface.Member] {
        map { (key: NameOrder.key(of: $0.name), member: $0) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map(\.member)
    }
}
