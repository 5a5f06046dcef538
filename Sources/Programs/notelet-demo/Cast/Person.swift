import NoteletClient

/// Somebody with an account and a connection of their own.
struct Person: Sendable {
    /// The account as it was opened.
    let user: User
    /// The password, for those who come back.
    let password: String
    /// The connection.
    let notelet: Notelet
    /// What keeps the session, so that a second connection can share it.
    let sessions: MemorySessionStore

    /// The name that others see.
    var name: String { user.username }

    /// The personal link.
    var link: String { user.personalLink?.url ?? "" }

    /// Opens an account over a connection of its own.
    static func signUp(
        _ name: String,
        email: String,
        password: String,
        at address: String
    ) async throws -> Person {
        let sessions = MemorySessionStore()
        let notelet = try Notelet(address, sessions: sessions)
        let user = try await notelet.signUp(username: name, email: email, password: password)
        return Person(user: user, password: password, notelet: notelet, sessions: sessions)
    }

    /// Sends a note through somebody's link, and remembers that it was acknowledged.
    @discardableResult
    func write(
        _ content: String,
        to receiver: Person,
        signed signature: Signature = .anonymous,
        _ ledger: Ledger
    ) async throws -> SendResponse {
        let response = try await notelet.send(content, toLink: receiver.link, signed: signature)
        ledger.acknowledge(content, to: receiver, from: shownName(signature))
        return response
    }

    /// All that this person received, newest first.
    func inbox() async throws -> [ReceivedMessage] {
        var notes: [ReceivedMessage] = []
        for try await page in notelet.inbox(pageSize: 500) { notes += page.items }
        return notes
    }

    /// What a receiver is to see as the sender.
    func shownName(_ signature: Signature) -> String {
        signature == .username ? name : Ledger.anonymousName
    }
}
