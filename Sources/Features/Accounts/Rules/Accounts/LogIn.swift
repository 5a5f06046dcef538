package import Domain

/// By what somebody who signs in names the account; it need not be anybody's.
package enum SignInName: Sendable {
    /// By the address, which no other user sees.
    case email(EmailAddress)
    /// By the name that it has at present.
    case username(Username)
}

/// Looks up what a password must be checked against.
package struct FindCredentials: Sendable {
    /// The name that was given.
    package let name: SignInName

    /// Names the account.
    package init(of name: SignInName) {
        self.name = name
    }

    /// The account and its hash; nil when there is none, which the caller must not let show:
    /// neither in the reply nor in the time it takes.
    package func run(
        in store: any AccountReading & SessionReading
    ) throws(DomainError) -> (user: UserNumber, hash: PasswordHash)? {
        let found: UserNumber? =
            switch name {
            case .email(let email): try store.userNumber(withEmail: email)
            case .username(let username): try store.userNumber(named: username)
            }
        guard let number = found, let user = try store.user(number) else { return nil }
        return (number, user.passwordHash)
    }
}

/// Signs in somebody whose password was found right.
package struct LogIn: Sendable {
    /// The account whose password was checked.
    package let user: UserNumber
    /// The hash that the password was checked against; it may have been changed since.
    package let checkedHash: PasswordHash

    /// Names the account and the hash that was checked.
    package init(user: UserNumber, checkedHash: PasswordHash) {
        self.user = user
        self.checkedHash = checkedHash
    }

    /// Opens a session.
    ///
    /// - Throws: `wrongCredentials` when the password was changed meanwhile, `accountNotActive`.
    package func run(
        in store: any AccountReading & SessionWriting,
        _ context: Context
    ) throws(DomainError) -> (user: User, session: SessionGrant) {
        guard let account = try store.user(user), account.passwordHash == checkedHash else {
            throw .refused(.wrongCredentials)
        }
        guard account.status == .active, try !store.isBanned(user) else {
            throw .refused(.accountNotActive)
        }
        let session = try OpenSession(user: user, kind: .account).run(in: store, context)
        return (account, session)
    }
}
