extension Notelet {
    /// The caller's own profile.
    ///
    /// - Returns: The account.
    /// - Throws: `NoteletError`.
    public func profile() async throws(NoteletError) -> User {
        return try await call(ProfilesAPI.getProfile, GetProfileRequest(), giving: \.user)
    }

    /// Changes what is given and leaves the rest.
    ///
    /// - Parameters:
    ///   - username: The new username, or nil.
    ///   - profileImageURL: The new picture, empty to take it away, or nil.
    ///   - senderPolicy: Who may write through the link, or nil.
    ///   - coarseTimes: Whether anonymous notes that come from now on show their day alone, or nil.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Returns: The account as it is now.
    /// - Throws: `NoteletError`, `refused` with `usernameTaken` or `invalidValue`.
    @discardableResult
    public func updateProfile(
        username: String? = nil,
        profileImageURL: String? = nil,
        senderPolicy: SenderPolicy? = nil,
        coarseTimes: Bool? = nil,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> User {
        let request = UpdateProfileRequest(
            username: username,
            profileImageURL: profileImageURL,
            senderPolicy: senderPolicy,
            coarseTimes: coarseTimes
        )
        return try await call(
            ProfilesAPI.updateProfile,
            request,
            giving: \.user,
            idempotencyKey: key
        )
    }

    /// The caller's personal link.
    ///
    /// - Returns: The link, or nil when it is switched off.
    /// - Throws: `NoteletError`.
    public func link() async throws(NoteletError) -> PersonalLink? {
        try await profile().personalLink
    }

    /// Makes a new link; the old one is dead from then on.
    ///
    /// Switches a link on again, too.
    ///
    /// - Parameter key: What names the intention; a new one where it is nil.
    /// - Returns: The new link.
    /// - Throws: `NoteletError`.
    @discardableResult
    public func rotateLink(
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> PersonalLink {
        return try await call(
            ProfilesAPI.rotateLink,
            RotateLinkRequest(),
            giving: \.personalLink,
            idempotencyKey: key
        )
    }

    /// Takes the link away until it is rotated.
    ///
    /// - Parameter key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`.
    public func switchOffLink(
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        _ = try await call(ProfilesAPI.switchOffLink, SwitchOffLinkRequest(), idempotencyKey: key)
    }

    /// The public part of the person behind a link; needs no session.
    ///
    /// - Parameter link: The token, or the whole url.
    /// - Returns: What anybody with the link may see.
    /// - Throws: `NoteletError`, `refused` with `linkNotFound`.
    public func findPerson(byLink link: String) async throws(NoteletError) -> PublicProfile {
        return try await call(
            ProfilesAPI.findByLink,
            FindByLinkRequest(link: link),
            giving: \.profile
        )
    }

    /// The public part of a person whose id is known.
    ///
    /// - Parameter id: The id of the account: from `findPerson(byLink:)`, or from a note that shows
    ///   its sender.
    /// - Returns: What others may see.
    /// - Throws: `NoteletError`, `refused` with `userNotFound`.
    public func findPerson(_ id: UserID) async throws(NoteletError) -> PublicProfile {
        let method = ProfilesAPI.getPublicProfile
        return try await call(method, GetPublicProfileRequest(userID: id.bytes), giving: \.profile)
    }

    /// The words that the caller does not want to read.
    ///
    /// - Returns: The words, in the order of their texts.
    /// - Throws: `NoteletError`.
    public func mutedWords() async throws(NoteletError) -> [String] {
        try await call(ProfilesAPI.listMutedWords, ListMutedWordsRequest()).words
    }

    /// Lets notes with a word or phrase arrive no more; whoever sends one notices nothing.
    ///
    /// - Parameters:
    ///   - word: 1 to 50 characters; it is looked for anywhere in a note, in any case.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`, `refused` with `invalidValue` or `wordLimitReached`.
    public func mute(
        word: String,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        _ = try await call(ProfilesAPI.muteWord, MuteWordRequest(word: word), idempotencyKey: key)
    }

    /// Lets notes with a word arrive again, from now on.
    ///
    /// - Parameters:
    ///   - word: A word that was muted, in any case.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`.
    public func unmute(
        word: String,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        _ = try await call(
            ProfilesAPI.unmuteWord,
            UnmuteWordRequest(word: word),
            idempotencyKey: key
        )
    }
}
