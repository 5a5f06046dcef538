internal import ClientTransport
internal import NoteletClient
internal import SQLite

extension AccountSpace {
    /// What the copy has of a shared feed now, and again after each change; the feed is followed
    /// from now on.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - nothing: What is shown while nobody is signed in.
    ///   - further: What the values depend on beside what people share.
    ///   - begin: What is done once for each copy that is read.
    ///   - read: Reads the copy.
    /// - Returns: The values.
    nonisolated func sharedValues<Value: Equatable & Sendable>(
        of feed: String,
        orElse nothing: Value,
        and further: Topics = [],
        begin: @escaping @Sendable (OpenAccount) -> Void = { _ in },
        read: @escaping @Sendable (CopyTables) throws(SQLiteError) -> Value
    ) -> AsyncStream<Value> {
        let followed = Guarded<FollowedCopy?>(nil)
        return hub.values(of: further.union(.shared)) { [self] in
            guard let account = try await account() else { return nothing }
            let present = FollowedCopy(account)
            // Once: a feed that is gone is not to be asked for at each change.
            if followed.withLock({ $0 }) != present {
                try await account.follow(feed)
                followed.withLock { $0 = present }
                begin(account)
            }
            return try await account.copy.read(read)
        }
    }
}

/// The copy in which it is noted that a feed is followed: each log-in and each file is another one.
private struct FollowedCopy: Hashable, Sendable {
    let signIn: AccountFolder.SignIn
    let file: PrivateFile.Identity?

    init(_ account: OpenAccount) {
        signIn = account.signIn
        file = account.copy.file
    }
}
