package import Domain

/// Sets a new e-mail address for somebody who knew the password, and ends all other sessions.
package struct ChangeEmail: Sendable {
    /// The caller, whose present session alone goes on.
    package let identity: Identity
    /// The new address; whether it is free is found out inside the transaction.
    package let email: EmailAddress
    /// The hash that the password was checked against.
    package let checkedHash: PasswordHash

    /// Gathers the change.
    package init(identity: Identity, email: EmailAddress, checkedHash: PasswordHash) {
        self.identity = identity
        self.email = email
        self.checkedHash = checkedHash
    }

    /// Stores the new address, also where it differs in case alone.
    ///
    /// Codes for a new password end: they were handed to whom the old address belonged to.
    /// - Throws: `accountRequired`; `wrongCredentials` when the password was changed meanwhile;
    ///   `emailTaken`.
    package func run(in store: any AccountWriting & SessionWriting) throws(DomainError) -> User {
        var account = try store.account(of: identity)
        guard account.passwordHash == checkedHash else { throw .refused(.wrongCredentials) }
        let holder = try store.userNumber(withEmail: email)
        guard holder == nil || holder == account.number else { throw .refused(.emailTaken) }
        account.email = email
        try store.update(account)
        try store.deletePendingResets(of: account.number, expiredAt: .distantPast)
        try store.endOtherSessions(than: identity)
        return account
    }
}
