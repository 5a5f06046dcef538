/// Changes what is given of a profile and leaves the rest.
package struct UpdateProfile: Sendable {
    package let identity: Identity
    package var username: Username?
    package var profileImageURL: PictureChange
    package var senderPolicy: SenderPolicy?

    /// What happens to the picture.
    package enum PictureChange: Sendable {
        case keep
        case remove
        case set(ImageURL)
    }

    /// Gathers the changes.
    package init(
        identity: Identity,
        username: Username? = nil,
        profileImageURL: PictureChange = .keep,
        senderPolicy: SenderPolicy? = nil
    ) {
        self.identity = identity
        self.username = username
        self.profileImageURL = profileImageURL
        self.senderPolicy = senderPolicy
    }

    /// Stores the changed profile.
    ///
    /// - Throws: `accountRequired`, `usernameTaken`.
    package func run(in store: any Writing) throws(DomainError) -> User {
        var user = try store.account(of: identity)
        if let username {
            let holder = try store.userNumber(named: username)
            guard holder == nil || holder == user.number else { throw .refused(.usernameTaken) }
            user.username = username
        }
        switch profileImageURL {
        case .keep: break
        case .remove: user.profileImageURL = nil
        case .set(let url): user.profileImageURL = url
        }
        user.senderPolicy = senderPolicy ?? user.senderPolicy
        try store.update(user)
        return user
    }
}
