import NoteletClient

/// Everybody else.
struct Town: Sendable {
    /// The people, each with an account and a connection.
    let people: [Person]

    private static let givenNames = [
        "서연", "Noah", "하준", "Mia", "지우", "Liam", "도윤", "Ava", "은서", "Leo", "시우", "Zoë",
    ]

    /// What a townsperson is called.
    static func name(_ index: Int) -> String {
        givenNames[index % givenNames.count] + "-\(index + 1)"
    }

    /// Signs a townsperson up.
    static func signUp(_ index: Int, at address: String) async throws -> Person {
        try await Person.signUp(
            name(index),
            email: "neighbour-\(index + 1)@example.com",
            password: "a paper boat on the river \(index + 1)",
            at: address
        )
    }
}
