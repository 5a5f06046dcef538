package import AccountRules
package import Domain
package import Records

/// What the handlers work with; one object for the life of a server.
package final class ServiceDependencies: Sendable {
    /// The records, and the transactions in which use cases run.
    package let store: any Store
    /// The server's clock, read at the beginning of each use case.
    package let clock: any Clock
    /// The time by which is told what has been kept long enough.
    package let lived: LivedClock
    /// What all use cases take from the world.
    private let sources: ContextSources
    /// Hashes and checks passwords; slow, so it is called on `passwordPool` alone.
    package let passwords: any PasswordHashing
    /// Makes the cursors of lists and of the change feed opaque.
    package let cursors: any CursorSealing
    /// Where passwords are hashed, so that no connection's thread waits for it.
    package let passwordPool: PasswordPool
    /// Wakes live streams when their user's feed grew.
    package let hub: ChangeHub
    /// Rings when somebody is to be erased.
    package let clearingBell = ClearingBell()
    /// Tells connections when what they remember of tokens is worth nothing any more.
    package let revocations = RevocationCounts()
    /// What the tokens that came last are worth.
    let knownTokens = KnownTokens()
    /// Tells callers why nothing came of their calls, and counts the reasons.
    package let refusals = Refusals()
    /// Refuses what is done too often.
    package let limiter: RateLimiter
    /// Counts the connections of each account.
    package let accountConnections = AccountConnections()
    /// What comes before the token in a personal link.
    package let linkBaseURL: String
    /// The server's version, as `Health.Check` tells it.
    package let version: String
    /// The features that there are.
    package let features: [Feature]
    /// What is set of them.
    package let settings: FeatureSettings
    /// Which of them are offered.
    package let offered: OfferedFeatures

    /// Gathers the parts of a service; without limits until they are set.
    ///
    /// What is offered is what the features say of themselves unless it is given, and limits count
    /// time by the clock that is given.
    package init(
        store: any Store,
        clock: any Clock,
        lived: LivedClock,
        random: any RandomSource,
        secrets: any SecretKeeping,
        passwords: any PasswordHashing,
        cursors: any CursorSealing,
        passwordPool: PasswordPool = PasswordPool(),
        hub: ChangeHub = ChangeHub(),
        limitClock: @escaping MillisecondClock = RateLimiter.uptime(),
        linkBaseURL: String = PersonalLink.defaultBaseURL,
        version: String,
        features: [Feature],
        settings: FeatureSettings = FeatureSettings(),
        offered: OfferedFeatures? = nil,
        holdsAnonymousNotes: Bool = false
    ) {
        self.store = store
        self.clock = clock
        self.lived = lived
        sources = ContextSources(random, secrets, holdsAnonymousNotes: holdsAnonymousNotes)
        self.passwords = passwords
        self.cursors = cursors
        self.passwordPool = passwordPool
        self.hub = hub
        limiter = RateLimiter(features.limits, clock: limitClock)
        self.linkBaseURL = linkBaseURL
        self.version = version
        self.features = features
        self.settings = settings
        self.offered = offered ?? OfferedFeatures(byDefaultOf: features)
    }

    /// Replaces the limits of the service, but for those of the server; without any until then.
    package func set(_ limits: ServiceLimits) {
        passwordPool.set(limits.passwords)
        limiter.set(limits.rates)
        accountConnections.set(limits.connectionCountPerAccountMax)
    }

    /// The sources of one use case, at this moment.
    package var context: Context { Context(now: clock.now(), lived: lived.now(), sources) }

    /// The source of links, session numbers and tokens.
    package var random: any RandomSource { sources.random }

    /// Digests and seals what the store keeps of tokens, replies and requests.
    package var secrets: any SecretKeeping { sources.secrets }
}

extension ServiceDependencies {
    /// Does a piece of housekeeping in a transaction, which says whether it left something for
    /// another.
    package func doPiece(
        for purpose: WritePurpose,
        _ body: @escaping @Sendable (StoreTransaction) throws(DomainError) -> Bool
    ) async -> Housekeeping.Outcome {
        do throws(DomainError) {
            return try await store.write(purpose, body) ? .moreWaiting : .done
        } catch {
            return .failed(error)
        }
    }
}

extension ServiceDependencies {
    /// Work that deletes what something has left that is gone.
    ///
    /// - Parameters:
    ///   - name: What the work is called.
    ///   - isNeeded: Whether anything is left; mostly it is not, which costs no write.
    ///   - piece: Deletes at most so many records, and says whether anything is left.
    /// - Returns: The work.
    package func clearing(
        _ name: String,
        isNeeded: @escaping @Sendable (StoreView) throws(DomainError) -> Bool,
        piece: @escaping @Sendable (StoreTransaction, Int) throws(DomainError) -> Bool
    ) -> HousekeepingJob {
        HousekeepingJob(name) { [self] in
            do throws(DomainError) {
                guard try store.read(isNeeded) else { return .done }
            } catch {
                return .failed(error)
            }
            return await doPiece(for: .vital) { store throws(DomainError) in
                try piece(store, DomainLimits.erasureStepRecordsMax)
            }
        }
    }

    /// Work that deletes by and by what collections have left that were taken away.
    package func clearing(_ name: String, _ contents: CollectionContents) -> HousekeepingJob {
        clearing(name) { store throws(DomainError) in
            try store.hasRemains(of: contents)
        } piece: { store, recordCountMax throws(DomainError) in
            try store.clearRemains(of: contents, recordCountMax: recordCountMax)
        }
    }
}

extension ServiceDependencies {
    /// Work that takes out of the feeds of a kind of collections what tells of what is gone, but
    /// for their last places: without it they would grow by each thing that comes and goes.
    package func cuttingFeeds<Event: SharedEvent>(
        of kind: CollectionKind,
        telling event: Event.Type
    ) -> HousekeepingJob {
        clearing("feed-cutting") { store throws(DomainError) in
            try store.hasLongFeed(of: kind, recordCountMax: DomainLimits.erasureStepRecordsMax)
        } piece: { store, recordCountMax throws(DomainError) in
            try store.cutFeeds(of: kind, telling: event, recordCountMax: recordCountMax)
        }
    }
}

/// Turns passwords into what may be stored; slow on purpose, so only the password pool calls it.
package protocol PasswordHashing: Sendable {
    /// The stored form of a password.
    func hash(_ password: String) throws(DomainError) -> PasswordHash
    /// Whether the password is the one that `hash` was made from.
    func verify(_ password: String, against hash: PasswordHash) -> Bool
    /// Takes as long as `verify` and says nothing: for accounts that do not exist.
    func verifyNothing(_ password: String)
}
