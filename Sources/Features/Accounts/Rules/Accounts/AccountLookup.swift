package import Domain

extension AccountReading {
    /// The caller's account.
    ///
    /// - Throws: `accountRequired` for a guest, `notAuthenticated` when the account is gone.
    package func account(of identity: Identity) throws(DomainError) -> User {
        guard identity.kind == .account else { throw .refused(.accountRequired) }
        guard let user = try user(identity.user) else { throw .refused(.notAuthenticated) }
        return user
    }

    /// Whoever is behind a link that takes notes.
    ///
    /// What is no link at all, a link that was never given out, was rotated or switched off, and
    /// one whose owner is banned or gone, cannot be told apart.
    ///
    /// `link` is nil for what is no link.
    /// - Throws: `linkNotFound`.
    package func activeCorrespondent(behind link: LinkToken?) throws(DomainError) -> Correspondent {
        guard let link, let number = try userNumber(behind: link),
            let correspondent = try correspondent(number),
            correspondent.status == .active
        else { throw .refused(.linkNotFound) }
        return correspondent
    }

    /// The account of an id, as others may see it.
    ///
    /// - Throws: `userNotFound`, alike for what was never given out, for guests, and for accounts
    ///   that are gone or may not act.
    package func activeUser(_ id: UserID) throws(DomainError) -> User {
        guard let number = userNumber(of: id), let user = try user(number), user.status == .active
        else { throw .refused(.userNotFound) }
        return user
    }

    /// The account behind a link that takes notes; the rest is as with `activeCorrespondent`.
    ///
    /// - Throws: `linkNotFound`.
    package func activeUser(behind link: String) throws(DomainError) -> User {
        let number = try activeCorrespondent(behind: LinkToken(link: link)).number
        guard let user = try user(number) else { throw .refused(.linkNotFound) }
        return user
    }
}
