public import Foundation
public import NoteletInterface

/// Members of which a test says what there are.
public final class MockMemberRepository: ObservableMemberRepositoryInterface {
    /// What a numbered page is asked for by.
    public typealias PageCall = (collection: String, page: Int, size: Int)
    /// What a call that puts or replaces members is given.
    public typealias Change = (entries: [MemberEntry], collection: String, intention: UUID)

    /// What observers of any collection see; to set its value is to tell it.
    public let members: FakeStream<[Member]>
    /// What observers of any member see; to set its value is to tell it.
    public let detail = FakeStream<MemberDetail?>(nil)
    /// Calls of `fetchMembers(inCollection:)`.
    public let fetchMembersCalls = FakeCall<String, [Member]>("fetchMembers(inCollection:)")
    /// Calls of `fetchMembers(inCollection:page:size:)`, and each of `memberPages`.
    public let memberPageCalls = FakeCall<PageCall, NumberedPage<Member>>(
        "fetchMembers(inCollection:page:size:)"
    )
    /// Calls of `fetchMember(byId:)`.
    public let fetchMemberCalls = FakeCall<UUID, Member>("fetchMember(byId:)")
    /// Calls of `fetchMemberDetail(byId:)`.
    public let fetchMemberDetailCalls = FakeCall<UUID, MemberDetail>("fetchMemberDetail(byId:)")
    /// Calls of `createMember(_:)`.
    public let createMemberCalls = FakeCall<Member, Member>("createMember(_:)")
    /// Calls of `updateMember(_:)`.
    public let updateMemberCalls = FakeCall<Member, Member>("updateMember(_:)")
    /// Calls of `deleteMember(byId:)`.
    public let deleteMemberCalls = FakeCall<UUID, Void>("deleteMember(byId:)")
    /// Calls of `putMembers(_:inCollection:intention:)`.
    public let putMembersCalls = FakeCall<Change, [Member]>(
        "putMembers(_:inCollection:intention:)"
    )
    /// Calls of `replaceMembers(_:inCollection:intention:)`.
    public let replaceMembersCalls = FakeCall<Change, [Member]>(
        "replaceMembers(_:inCollection:intention:)"
    )
    /// Calls of `observeMembers(inCollection:)`, which needs no handler.
    public let observeMembersCalls = FakeCall<String, Void>("observeMembers(inCollection:)")

    /// Creates one that has handlers alone, and shows observers no members.
    public init() {
        members = FakeStream([])
    }

    /// Creates one that has members without posts, and stays so: changes are not remembered.
    ///
    /// - Parameter membersToReturn: The members, as lists have them in order.
    public init(membersToReturn: [Member]) {
        members = FakeStream(membersToReturn)
        fetchMembersCalls.handler = { collection in
            membersToReturn.filter { $0.collection == collection }
        }
        memberPageCalls.handler = { call in
            let rest = membersToReturn.filter { $0.collection == call.collection }
                .dropFirst(call.page * call.size)
            return NumberedPage(items: Array(rest.prefix(call.size)), size: call.size)
        }
        fetchMemberCalls.handler = { id in try membersToReturn.found(id) }
        fetchMemberDetailCalls.handler = { id in
            MemberDetail(member: try membersToReturn.found(id), posts: [], postCount: 0)
        }
        createMemberCalls.handler = { $0 }
        updateMemberCalls.handler = { member in
            _ = try membersToReturn.found(member.id)
            return member
        }
        deleteMemberCalls.handler = { id in _ = try membersToReturn.found(id) }
        putMembersCalls.handler = { change in made(by: change) }
        replaceMembersCalls.handler = { change in made(by: change) }
    }

    /// Records the call, and gives the members of the handler.
    public func fetchMembers(inCollection collection: String) async throws -> [Member] {
        try await fetchMembersCalls(collection)
    }

    /// Records the call, and gives the page of the handler.
    public func fetchMembers(
        inCollection collection: String,
        page: Int,
        size: Int
    ) async throws -> NumberedPage<Member> {
        try await memberPageCalls((collection, page, size))
    }

    /// Records the call, and gives the member of the handler.
    public func fetchMember(byId id: UUID) async throws -> Member {
        try await fetchMemberCalls(id)
    }

    /// Records the call, and gives what the handler gives.
    public func fetchMemberDetail(byId id: UUID) async throws -> MemberDetail {
        try await fetchMemberDetailCalls(id)
    }

    /// Records the call, and adds what the handler adds.
    public func createMember(_ member: Member) async throws -> Member {
        try await createMemberCalls(member)
    }

    /// Records the call, and gives the member of the handler.
    public func updateMember(_ member: Member) async throws -> Member {
        try await updateMemberCalls(member)
    }

    /// Records the call, and does what the handler does.
    public func deleteMember(byId id: UUID) async throws { try await deleteMemberCalls(id) }

    /// Records the call, and gives the members of the handler.
    public func putMembers(
        _ members: [MemberEntry],
        inCollection collection: String,
        intention: UUID
    ) async throws -> [Member] {
        try await putMembersCalls((members, collection, intention))
    }

    /// Records the call, and gives the members of the handler.
    public func replaceMembers(
        _ members: [MemberEntry],
        inCollection collection: String,
        intention: UUID
    ) async throws -> [Member] {
        try await replaceMembersCalls((members, collection, intention))
    }

    /// Records the call, and gives what there is now, and each change that the test makes.
    public func observeMembers(inCollection collection: String) -> AsyncStream<[Member]> {
        observeMembersCalls.record(collection)
        return members.makeStream()
    }

    /// Gives what there is now, and each change that the test makes.
    public func observeMemberDetail(byId id: UUID) -> AsyncStream<MemberDetail?> {
        detail.makeStream()
    }
}

/// What came of a change that nothing was known of before.
private func made(by change: MockMemberRepository.Change) -> [Member] {
    change.entries.map { entry in
        Member.stub(
            id: entry.id ?? UUID(),
            collection: change.collection,
            name: entry.name,
            email: entry.email
        )
    }
}
