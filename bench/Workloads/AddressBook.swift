import CommandLineInterface

/// The links and access tokens of all users, side by side as they travel.
struct AddressBook: Sendable {
    /// How many users there are.
    let userCount: Int
    private let links: [UInt8]
    private let tokens: [UInt8]
    private let linkByteCount: Int
    private let tokenByteCount: Int

    /// Gathers what a population knows of its users.
    ///
    /// - Throws: `CommandFailure` if the links or the tokens are not all of one length.
    init(_ population: Population) throws {
        userCount = population.users.count
        links = population.users.flatMap { Array($0.link.utf8) }
        tokens = population.users.flatMap { Array($0.accessToken.utf8) }
        linkByteCount = population.users.first?.link.utf8.count ?? 0
        tokenByteCount = population.users.first?.accessToken.utf8.count ?? 0
        let areEven = population.users.allSatisfy { user in
            user.link.utf8.count == linkByteCount && user.accessToken.utf8.count == tokenByteCount
        }
        guard areEven else {
            throw CommandFailure(.badData, "The population has links or tokens of odd lengths.")
        }
    }

    /// Lends the link of a user.
    @inline(__always)
    func withLink<Value>(of user: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        let start = user * linkByteCount
        return links.withUnsafeBytes {
            body(UnsafeRawBufferPointer(rebasing: $0[start..<start + linkByteCount]))
        }
    }

    /// Lends the access token of a user.
    @inline(__always)
    func withToken<Value>(of user: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        let start = user * tokenByteCount
        return tokens.withUnsafeBytes {
            body(UnsafeRawBufferPointer(rebasing: $0[start..<start + tokenByteCount]))
        }
    }
}
