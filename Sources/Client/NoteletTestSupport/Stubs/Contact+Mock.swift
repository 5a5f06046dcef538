public import Foundation
public import NoteletInterface

extension Contact {
    /// A contact for tests, 홍길동, a friend.
    ///
    /// - Parameters:
    ///   - id: Its id; a new one unless given.
    ///   - ownerUserId: In whose list it is.
    ///   - name: What it is called.
    ///   - registeredAt: When it was added.
    /// - Returns: The contact.
    public static func mock(
        id: UUID = UUID(),
        ownerUserId: UUID = UUID(),
        name: String = "홍길동",
        registeredAt: Date = FakeClock.start
    ) -> Contact {
        Contact(
            id: id,
            ownerUserId: ownerUserId,
            name: name,
            relationship: "친구",
            registeredAt: registeredAt,
            isLinked: true
        )
    }
}
