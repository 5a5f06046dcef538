import Records
import Cryptography
import Domain
import NoteletAPI

@testable import Serving
import AccountRules
@testable import AccountService
import AccountStorage
import Storage

/// Somebody with a session, over a connection of their own.
struct Person: Sendable {
    var user: NoteletAPI.User
    var session: NoteletAPI.Session
    var connection = AuthenticationMemory()

    var caller: Caller { Caller(token: session.accessToken, connection: connection) }
    var link: String { user.personalLink?.url ?? "" }

    /// The same session over another connection.
    var elsewhere: Caller { Caller(token: session.accessToken) }
}

extension TestService {
    /// A password that fits everybody, and its hash, made once.
    static let password = "correct horse battery staple"
    private static let passwordHash = Result { () throws(DomainError) in
        try PepperedPasswords(keys: ServiceKeys(masterKey), parameters: .floor).hash(password)
    }

    /// Opens an account whose password is `TestService.password`.
    func person(_ name: String) async throws -> Person {
        let hash = try Self.passwordHash.get()
        let (user, grant) = try await write { store, context throws(DomainError) in
            try SignUp(
                username: Username(name),
                email: EmailAddress("\(name)@example.com"),
                passwordHash: hash
            ).run(in: store, context)
        }
        return Person(
            user: NoteletAPI.User(user, linkBaseURL: dependencies.linkBaseURL),
            session: NoteletAPI.Session(grant)
        )
    }

    /// Makes a guest.
    func guest() async throws -> Person {
        let response = try await call(
            AccountsAPI.createGuest,
            CreateGuestRequest(),
            as: .nobody
        )
        guard let session = response.session else { throw Unexpected("a guest has no session") }
        var guest = Person(user: NoteletAPI.User(), session: session)
        let who = try await call(
            AccountsAPI.getCurrentUser,
            GetCurrentUserRequest(),
            as: guest.caller
        )
        guard case .guest(let identity) = who.identity else {
            throw Unexpected("a guest is \(who)")
        }
        guest.user.id = identity.id
        return guest
    }

    /// One more session of an account.
    func logIn(_ person: Person) async throws -> Person {
        let response = try await call(
            AccountsAPI.logIn,
            LogInRequest(email: person.user.email, password: Self.password),
            as: .nobody
        )
        guard let user = response.user, let session = response.session else {
            throw Unexpected("a log-in gives \(response)")
        }
        return Person(user: user, session: session)
    }

    /// The same person with a session that is new at this moment, without a password.
    func renewed(_ person: Person) async throws -> Person {
        let user = try number(of: person)
        let grant = try await write { store, context throws(DomainError) in
            try OpenSession(user: user, kind: .account).run(in: store, context)
        }
        return Person(user: person.user, session: NoteletAPI.Session(grant))
    }

    /// Trades a refresh token.
    func refresh(_ token: String) async throws -> NoteletAPI.Session {
        let response = try await call(
            AccountsAPI.refresh,
            RefreshRequest(refreshToken: token),
            as: .nobody
        )
        guard let session = response.session else { throw Unexpected("no session came") }
        return session
    }

    /// The number under which the store knows an account.
    func number(of person: Person) throws -> UserNumber {
        let token = SessionToken(text: person.session.accessToken)
        let session = try store.read { store throws(DomainError) in
            try token.flatMap { token throws(DomainError) in try store.session(at: token.locator) }
        }
        guard let session else { throw Unexpected("the session has ended") }
        return session.key.user
    }

    /// How many sessions somebody has, who has at least this one.
    func sessionCount(of person: Person) throws -> Int {
        let user = try number(of: person)
        return try store.read { store throws(DomainError) in try store.sessions(of: user).count }
    }

    /// The id of a session of somebody who has several, other than that of the calls.
    func otherSessionID(of person: Person) async throws -> [UInt8] {
        let request = ListSessionsRequest()
        let all = try await call(AccountsAPI.listSessions, request, as: person.caller).sessions
        guard let other = all.first(where: { !$0.isCurrent }) else {
            throw Unexpected("there is one session only")
        }
        return other.id
    }

    /// Adds a contact, linked if there is a link.
    @discardableResult
    func addContact(
        _ name: String,
        of owner: Person,
        link: String = ""
    ) async throws -> NoteletAPI.Contact {
        let request = AddContactRequest(name: name, link: link)
        let response = try await call(ContactsAPI.addContact, request, as: owner.caller)
        guard let contact = response.contact else { throw Unexpected("no contact came") }
        return contact
    }

    /// Sends a note through a link; the sender's id of it.
    @discardableResult
    func send(
        _ content: String = "안녕하세요",
        from sender: Person,
        to receiver: Person,
        revealing: Bool = false
    ) async throws -> [UInt8] {
        try await call(
            MessagesAPI.sendToLink,
            SendToLinkRequest(link: receiver.link, content: content, revealSender: revealing),
            as: sender.caller
        ).messageID
    }

    /// Sends a note through a contact; the sender's id of it.
    @discardableResult
    func send(
        _ content: String = "안녕하세요",
        from sender: Person,
        through contact: NoteletAPI.Contact,
        revealing: Bool = false
    ) async throws -> [UInt8] {
        let request = SendToContactRequest(
            contactID: contact.id,
            content: content,
            revealSender: revealing
        )
        return try await call(MessagesAPI.sendToContact, request, as: sender.caller).messageID
    }

    /// All that somebody received, newest first.
    func received(by person: Person) async throws -> [NoteletAPI.ReceivedMessage] {
        let request = ListReceivedRequest(pageSize: 500)
        return try await call(MessagesAPI.listReceived, request, as: person.caller).messages
    }

    /// All that somebody sent, newest first.
    func sent(by person: Person) async throws -> [NoteletAPI.SentMessage] {
        let request = ListSentRequest(pageSize: 500)
        return try await call(MessagesAPI.listSent, request, as: person.caller).messages
    }

    /// All contacts of somebody, oldest first.
    func contacts(of person: Person) async throws -> [NoteletAPI.Contact] {
        let request = ListContactsRequest(pageSize: 500)
        return try await call(ContactsAPI.listContacts, request, as: person.caller).contacts
    }

    /// Sets a plan as the operator does.
    func grant(_ plan: AccountRules.Plan, to person: Person) async throws {
        let user = try number(of: person)
        try await write { store, _ throws(DomainError) in
            try GrantPlan(user: user, plan: plan).run(in: store)
        }
    }

    /// Sets a status as the operator does.
    func set(_ status: AccountRules.AccountStatus, of person: Person) async throws {
        let user = try number(of: person)
        try await write { store, _ throws(DomainError) in
            try SetAccountStatus(user: user, status: status).run(in: store)
        }
    }

    /// Makes a code with which somebody sets a new password, as the operator does.
    func resetCode(for person: Person, lifetimeSeconds: Int64 = 0) async throws -> String {
        guard let id = OpaqueID(person.user.id) else { throw Unexpected("an id has 16 bytes") }
        let command = try IssueResetCode(UserID(id), lifetimeSeconds: lifetimeSeconds)
        return try await write { store, context throws(DomainError) in
            try command.run(in: store, by: Operator(name: "root"), context).code.text
        }
    }

    /// Bans an account as the operator does.
    func ban(_ person: Person) async throws { try await set(.banned, of: person) }

    /// Clears until nothing is left to clear; how many pieces it took.
    @discardableResult
    func keepHouse() async -> Int {
        let housekeeping = Housekeeping(running)
        var pieces = 1
        while await housekeeping.clear() == .moreWaiting { pieces += 1 }
        // Tests see what who watches was told of it as well.
        store.awaitNews()
        return pieces
    }
}
