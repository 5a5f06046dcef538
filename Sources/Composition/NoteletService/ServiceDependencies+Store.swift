package import Cryptography
package import Domain
internal import LogStoreTools
internal import NoteletAPI
package import Serving
package import Storage

extension ServiceDependencies {
    /// Gathers the parts of the whole service over a store in a folder.
    ///
    /// - Parameters:
    ///   - store: The open store.
    ///   - directory: Its folder, where lived time is noted for the next start.
    ///   - key: The key that it was opened with.
    ///   - clocks: By what the service tells the time.
    ///   - passwordCost: What hashing a password costs.
    ///   - passwordPool: Where passwords are hashed.
    ///   - linkBaseURL: What comes before the token in a personal link.
    ///   - settings: What is set of the features.
    ///   - offered: Which of them are offered; nil for those that are by default.
    ///   - holdsAnonymousNotes: Whether anonymous notes wait for the next tick.
    /// - Throws: `storeUnavailable` when there is not enough memory to hash a password.
    package convenience init(
        over store: RecordStore,
        in directory: String,
        _ key: MasterKey,
        clocks: ServiceClocks = ServiceClocks(),
        passwordCost: PasswordHashParameters = .standard,
        passwordPool: PasswordPool = PasswordPool(),
        linkBaseURL: String,
        settings: FeatureSettings = FeatureSettings(),
        offered: OfferedFeatures? = nil,
        holdsAnonymousNotes: Bool = false
    ) throws(DomainError) {
        let keys = ServiceKeys(key)
        let file = LivedFile(inStore: directory, life: store.life)
        let lived = LivedClock(
            wall: clocks.wall,
            steady: clocks.steady,
            note: file.read()
        ) { note in
            // Without it the next start goes on from an earlier note, and forgets a little later.
            try? file.write(note)
        }
        self.init(
            store: store,
            clock: clocks.wall,
            lived: lived,
            random: SystemRandom(),
            secrets: SealedSecrets(keys: keys),
            passwords: try PepperedPasswords(keys: keys, parameters: passwordCost),
            cursors: SealedCursors(keys: keys, life: store.life),
            passwordPool: passwordPool,
            limitClock: clocks.limits,
            linkBaseURL: linkBaseURL,
            version: NoteletVersion.text,
            features: .all,
            settings: settings,
            offered: offered,
            holdsAnonymousNotes: holdsAnonymousNotes
        )
    }
}

/// By what a service tells the time: by the clocks of the machine, unless others are set.
package struct ServiceClocks: Sendable {
    /// The clock that people set.
    package var wall: any Clock = SystemClock()
    /// The time that goes by, which nobody sets.
    package var steady: any SteadyClock = SystemSteadyClock()
    /// What limits of rate count by.
    package var limits: MillisecondClock = RateLimiter.uptime()

    /// Takes the clocks of the machine.
    package init() {}
}
