public import Foundation
public import NoteletInterface

extension Member {
    /// A member for tests, Test User.
    ///
    /// - Parameters:
    ///   - id: The id; a new one unless given.
    ///   - collection: Where the member is.
    ///   - name: What the member is called.
    ///   - email: The member's address.
    ///   - joinedAt: When the member joined.
    ///   - status: How the member stands.
    /// - Returns: The member.
    public static func stub(
        id: UUID = UUID(),
        collection: String = "team",
        name: String = "Test User",
        email: String = "test@example.com",
        joinedAt: Date = FakeClock.start,
        status: MemberStatus = .active
    ) -> Member {
        Member(
            id: id,
            collection: collection,
            name: name,
            email: email,
            joinedAt: joinedAt,
            status: status
        )
    }

    /// Alice, who joined on 2024-01-01 in UTC, the same member each time.
    public static let alice = stub(name: "Alice", email: "alice@example.com")

    /// Bob, who joined on 2024-02-15 in UTC, the same member each time.
    public static let bob = stub(
        name: "Bob",
        email: "bob@example.com",
        joinedAt: FakeClock.start + 45 * 86_400
    )
}
