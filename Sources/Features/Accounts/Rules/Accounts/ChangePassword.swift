package import Domain

/// Sets a new password for somebody who knew the old one, and ends all other sessions.
package struct ChangePassword: Sendable {
    /// The caller, whose present session alone goes on.
    package let identity: Identity
    /// The hash that the old password was checked against.
    package let checkedHash: PasswordHash
    /// The hash of the new password, which was checked as a `Password`.
    package let newHash: PasswordHash

    /// Gathers the change.
    package init(identity: Identity, checkedHash: PasswordHash, newHash: PasswordHash) {
        self.identity = identity
        self.checkedHash = checkedHash
        self.newHash = newHash
    }

    /// Stores the new hash.
    ///
    /// - Throws: `accountRequired`; `wrongCredentials` when the password was changed meanwhile.
    package func run(in store: any AccountWriting & SessionWriting) throws(DomainError) {
        var account = try store.account(of: identity)
        guard account.passwordHash == checkedHash else { throw .refused(.wrongCredentials) }
        account.passwordHash = newHash
        try store.updateQuietly(account)
        // Who has the password again needs no code, and whoever else may have one is to get no use.
        try store.deletePendingResets(of: account.number, expiredAt: .distantPast)
        try store.endOtherSessions(than: identity)
    }
}

extension SessionWriting {
    /// Ends all sessions of the caller but the present one.
    func endOtherSessions(than identity: Identity) throws(DomainError) {
        for session in try sessions(of: identity.user) where session.key != identity.session {
            try endSession(session.key)
        }
    }
}
