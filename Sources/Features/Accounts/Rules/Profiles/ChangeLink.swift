package import Domain

/// Gives the caller a new link; the old one is dead from then on.
package struct RotateLink: Sendable {
    /// The caller, who needs an account to have a link.
    package let identity: Identity

    /// Names the caller.
    package init(identity: Identity) {
        self.identity = identity
    }

    /// Stores the new link, also when it was switched off.
    ///
    /// - Throws: `accountRequired`.
    package func run(in store: any AccountWriting, _ context: Context) throws(DomainError)
        -> LinkToken
    {
        var user = try store.account(of: identity)
        let token = LinkToken(random: context.random)
        user.linkToken = token
        try store.update(user)
        return token
    }
}

/// Takes the caller's link away until it is rotated.
package struct SwitchOffLink: Sendable {
    /// The caller, who needs an account to have a link.
    package let identity: Identity

    /// Names the caller.
    package init(identity: Identity) {
        self.identity = identity
    }

    /// Takes the link away; again is no change.
    ///
    /// - Throws: `accountRequired`.
    package func run(in store: any AccountWriting) throws(DomainError) {
        var user = try store.account(of: identity)
        guard user.linkToken != nil else { return }
        user.linkToken = nil
        try store.update(user)
    }
}
