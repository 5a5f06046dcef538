extension AccountReading {
    /// The caller's account.
    ///
    /// - Throws: `accountRequired` for a guest, `notAuthenticated` when the account is gone.
    package func account(of identity: Identity) throws(DomainError) -> User {
        guard identity.kind == .account else { throw .refused(.accountRequired) }
        guard let user = try user(identity.user) else { throw .refused(.notAuthenticated) }
        return user
    }

    /// The account behind a link that takes notes.
    ///
    /// A link that was never given out, was rotated or switched off, and one whose owner is banned
    /// or gone, cannot be told apart.
    /// - Throws: `linkNotFound`.
    package func activeUser(behind link: String) throws(DomainError) -> User {
        guard let token = LinkToken(link: link),
            let number = try userNumber(behind: token),
            let user = try user(number),
            user.status == .active
        else { throw .refused(.linkNotFound) }
        return user
    }
}
