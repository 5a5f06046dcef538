public import Foundation

/// Reads and changes the members of collections, where the service offers a directory.
///
/// Lists are sorted by name as people expect it: letters go before their case and their accents,
/// and numbers by what they count.
public protocol MemberRepositoryInterface: Sendable {
    /// All members of a collection.
    ///
    /// - Throws: `AppError`.
    func fetchMembers(inCollection collection: String) async throws -> [Member]
    /// Some members of a collection: the page of a number, from 0 on, of 1 to 500 members.
    ///
    /// - Throws: `AppError`.
    func fetchMembers(
        inCollection collection: String,
        page: Int,
        size: Int
    ) async throws -> NumberedPage<Member>
    /// The member of an id.
    ///
    /// - Throws: `AppError`.
    func fetchMember(byId id: UUID) async throws -> Member
    /// The member of an id, with the newest posts and how many there are, all of one moment.
    ///
    /// - Throws: `AppError`.
    func fetchMemberDetail(byId id: UUID) async throws -> MemberDetail
    /// Adds a member by name and address; the service gives the id, the moment and the status. The
    /// member's id names the intention: added again with the same id, it is added once.
    ///
    /// - Throws: `AppError`.
    func createMember(_ member: Member) async throws -> Member
    /// Changes the name and the address of a member that the account has added.
    ///
    /// - Throws: `AppError`.
    func updateMember(_ member: Member) async throws -> Member
    /// Deletes a member that the account has added, with all posts.
    ///
    /// - Throws: `AppError`.
    func deleteMember(byId id: UUID) async throws
    /// Adds or changes at most 500 members of the account, all of them or none, under the name of
    /// the intention.
    ///
    /// - Throws: `AppError`.
    func putMembers(
        _ members: [MemberEntry],
        inCollection collection: String,
        intention: UUID
    ) async throws -> [Member]
    /// Has at most 500 members be all that the account has in a collection, at once: who is known
    /// by id or address stays, and whoever else was there is deleted. Those of others stay.
    ///
    /// - Throws: `AppError`.
    func replaceMembers(
        _ members: [MemberEntry],
        inCollection collection: String,
        intention: UUID
    ) async throws -> [Member]
}

extension MemberRepositoryInterface {
    /// How many members a page has unless told otherwise.
    public static var usualPageSize: Int { 20 }

    /// The first 20 members of a collection.
    ///
    /// - Parameter collection: The name of the collection.
    /// - Returns: The first page.
    /// - Throws: `AppError`.
    public func fetchFirstMembers(
        inCollection collection: String
    ) async throws -> NumberedPage<Member> {
        try await fetchMembers(inCollection: collection, page: 0, size: Self.usualPageSize)
    }

    /// The members of a collection, page by page.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection.
    ///   - pageSize: 1 to 500 members a page.
    /// - Returns: The pages, each fetched when it is asked for.
    public func memberPages(
        inCollection collection: String,
        pageSize: Int = Self.usualPageSize
    ) -> Pages<Member> {
        Pages(numbered: { page in
            try await fetchMembers(inCollection: collection, page: page, size: pageSize)
        })
    }
}

/// Members that screens observe.
///
/// The streams begin with what is there, and never fail; who is slow misses what was in between,
/// never what is last.
public protocol ObservableMemberRepositoryInterface: MemberRepositoryInterface {
    /// All members of a collection now, and again after each change; a collection that is replaced
    /// is seen as it was and as it is, and nothing in between.
    func observeMembers(inCollection collection: String) -> AsyncStream<[Member]>

    /// A member with the newest posts now, and again after each change; nil while there is none.
    func observeMemberDetail(byId id: UUID) -> AsyncStream<MemberDetail?>
}
