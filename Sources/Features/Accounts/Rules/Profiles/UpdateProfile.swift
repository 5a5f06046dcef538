package import Domain

/// Changes what is given of a profile and leaves the rest.
package struct UpdateProfile: Sendable {
    /// The caller, who needs an account to have a profile.
    package let identity: Identity
    /// The new username; nil leaves it.
    package var username: Username?
    /// What happens to the picture.
    package var profileImageURL: PictureChange
    /// Who may write through the link from now on; nil leaves it.
    package var senderPolicy: SenderPolicy?
    /// How exactly to be told when anonymous notes were sent, of those that come from now on; nil
    /// leaves it.
    package var anonymousTimes: TimeGrain?

    /// What happens to the picture.
    package enum PictureChange: Sendable {
        /// Leaves the picture as it is.
        case keep
        /// Takes the picture away.
        case remove
        /// Shows the picture at this URL in place of the present one.
        case set(ImageURL)
    }

    /// Gathers the changes.
    package init(
        identity: Identity,
        username: Username? = nil,
        profileImageURL: PictureChange = .keep,
        senderPolicy: SenderPolicy? = nil,
        anonymousTimes: TimeGrain? = nil
    ) {
        self.identity = identity
        self.username = username
        self.profileImageURL = profileImageURL
        self.senderPolicy = senderPolicy
        self.anonymousTimes = anonymousTimes
    }

    /// Stores the changed profile.
    ///
    /// - Throws: `accountRequired`, `usernameTaken`.
    package func run(in store: any AccountWriting) throws(DomainError) -> User {
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
        user.anonymousTimes = anonymousTimes ?? user.anonymousTimes
        try store.update(user)
        return user
    }
}

/// How exactly somebody is told when anonymous notes were sent.
///
/// Who gets few notes, or knows when somebody was about, may tell by the minute who wrote. The
/// order of notes stays in any case.
package enum TimeGrain: UInt8, CaseIterable, Sendable {
    /// To the minute.
    case minute = 0
    /// To the day, in UTC.
    case day = 1
}
