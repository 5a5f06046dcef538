package import Domain

/// Deletes an account or guest: out of sight at once, its records in steps afterwards.
package struct DeleteAccount: Sendable {
    /// The caller, account or guest, who is to be deleted.
    package let identity: Identity
    /// The hash that the password was checked against; nil for a guest, who has none.
    package let checkedHash: PasswordHash?

    /// Gathers the order.
    package init(identity: Identity, checkedHash: PasswordHash?) {
        self.identity = identity
        self.checkedHash = checkedHash
    }

    /// Takes the account away.
    ///
    /// - Throws: `wrongCredentials` when the password was changed meanwhile.
    package func run(in store: any AccountWriting, at now: Instant) throws(DomainError) {
        if identity.kind == .account {
            let account = try store.account(of: identity)
            guard account.passwordHash == checkedHash else { throw .refused(.wrongCredentials) }
        }
        try store.remove(identity.user, at: now)
    }
}
