package import Records

extension Schema {
    /// The tables of accounts, guests and operators.
    package static let ofAccounts: [any TableDeclaration] = [
        users, usernames, emails, links, sessions, erasures, audit, bans, erased,
        resetCodes,
    ]
}
