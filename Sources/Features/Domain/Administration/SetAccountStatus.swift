/// Changes whether an account may act: the operator's act.
package struct SetAccountStatus: Sendable {
    /// The account that may or may not act; guests have no status.
    package let user: UserNumber
    /// The status that takes the place of the present one.
    package let status: AccountStatus

    /// Names the account and its status from now on.
    package init(user: UserNumber, status: AccountStatus) {
        self.user = user
        self.status = status
    }

    /// Stores the status; whoever is not active is signed out everywhere.
    ///
    /// - Throws: `accountRequired` when there is no such account.
    package func run(in store: any Writing) throws(DomainError) {
        guard var account = try store.user(user) else { throw .refused(.accountRequired) }
        account.status = status
        try store.update(account)
        guard status != .active else { return }
        try store.endSessions(of: user)
    }
}
