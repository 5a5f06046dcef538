package import Records

extension Schema {
    /// What is kept of accounts, guests and operators.
    package static let ofAccounts = StoredFeature(
        [
            users, usernames, emails, links, sessions, erasures, audit, bans, erased, resetCodes,
        ],
        cache: TransactionCaches.Place<AccountCache>.accounts
    ) {
        AccountCache()
    }
}
