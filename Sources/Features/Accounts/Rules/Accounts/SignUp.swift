package import Domain

/// Opens an account and signs in.
package struct SignUp: Sendable {
    /// The name that is wished for; whether it is free is found out inside the transaction.
    package let username: Username
    /// The address to sign in with; whether it is free is found out inside the transaction.
    package let email: EmailAddress
    /// The hash of a password that was checked as a `Password`.
    package let passwordHash: PasswordHash

    /// Gathers what an account begins with.
    package init(username: Username, email: EmailAddress, passwordHash: PasswordHash) {
        self.username = username
        self.email = email
        self.passwordHash = passwordHash
    }

    /// Stores the account with a fresh link and opens its first session.
    ///
    /// - Throws: `usernameTaken`, then `emailTaken`.
    package func run(
        in store: any AccountWriting & SessionWriting,
        _ context: Context
    ) throws(DomainError) -> (user: User, session: SessionGrant) {
        guard try store.userNumber(named: username) == nil else {
            throw .refused(.usernameTaken)
        }
        guard try store.userNumber(withEmail: email) == nil else { throw .refused(.emailTaken) }
        let number = try store.makeUserNumber()
        let user = User(
            number: number,
            id: store.userID(of: number),
            username: username,
            email: email,
            passwordHash: passwordHash,
            linkToken: LinkToken(random: context.random),
            createdAt: context.now
        )
        try store.add(user)
        let session = try OpenSession(user: number, kind: .account).run(in: store, context)
        return (user, session)
    }
}

/// Makes an identity without an account, for a visitor of a link who wants to read the answer.
package struct CreateGuest: Sendable {
    /// Needs nothing.
    package init() {}

    /// Takes a number and opens a session for it.
    package func run(in store: any AccountWriting & SessionWriting, _ context: Context)
        throws(DomainError) -> SessionGrant
    {
        let number = try store.makeUserNumber()
        return try OpenSession(user: number, kind: .guest).run(in: store, context)
    }
}
