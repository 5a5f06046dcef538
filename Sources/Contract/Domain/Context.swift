/// What a use case takes from the world: the time, chance, and one-way and sealed forms of secrets.
///
/// All of it is injected, so that each rule can be tested at its edge.
package struct Context: Sendable {
    /// The server's clock at the beginning of the use case.
    package let now: Instant
    /// The moment by which is told what has been kept long enough, which no setting of the clock
    /// moves.
    package let lived: Instant
    private let sources: ContextSources

    /// The source of links, session numbers and tokens.
    package var random: any RandomSource { sources.random }
    /// The keys with which secrets are digested and sealed.
    package var secrets: any SecretKeeping { sources.secrets }
    /// Whether anonymous notes wait for the next tick before they are delivered.
    package var holdsAnonymousNotes: Bool { sources.holdsAnonymousNotes }

    /// The world at one moment.
    package init(now: Instant, lived: Instant, _ sources: ContextSources) {
        self.now = now
        self.lived = lived
        self.sources = sources
    }

    /// Gathers the sources of one use case.
    ///
    /// Lived time is that of the clock unless another is given.
    package init(
        now: Instant,
        lived: Instant? = nil,
        random: any RandomSource,
        secrets: any SecretKeeping,
        holdsAnonymousNotes: Bool = false
    ) {
        let sources = ContextSources(random, secrets, holdsAnonymousNotes: holdsAnonymousNotes)
        self.init(now: now, lived: lived ?? now, sources)
    }
}

/// What is the same in the world of all use cases of a service: one object, so that each use case
/// takes hold of no more than that.
package final class ContextSources: Sendable {
    /// The source of links, session numbers and tokens.
    package let random: any RandomSource
    /// The keys with which secrets are digested and sealed.
    package let secrets: any SecretKeeping
    /// Whether anonymous notes wait for the next tick before they are delivered.
    package let holdsAnonymousNotes: Bool

    /// Gathers the sources.
    package init(
        _ random: any RandomSource,
        _ secrets: any SecretKeeping,
        holdsAnonymousNotes: Bool
    ) {
        self.random = random
        self.secrets = secrets
        self.holdsAnonymousNotes = holdsAnonymousNotes
    }
}

/// Tells the time of the server.
package protocol Clock: Sendable {
    /// The present moment; it may step back when the operator sets the machine's clock.
    func now() -> Instant
}

/// Tells a time that nobody can set.
package protocol SteadyClock: Sendable {
    /// The present moment of this run of the machine; it never steps back.
    func now() -> SteadyMoment
}

/// Yields unpredictable bytes.
package protocol RandomSource: Sendable {
    /// `count` bytes that nobody can guess.
    func bytes(_ count: Int) -> [UInt8]
}

/// Turns secrets into what may be stored.
package protocol SecretKeeping: AnyObject, Sendable {
    /// The one-way form of a random secret: 32 bytes.
    func digest(_ secret: [UInt8]) -> [UInt8]
    /// What tells one request from another: 16 bytes that say nothing without the server's key.
    func fingerprint(_ request: RawSpan) -> [UInt8]
    /// The secret, readable only with the server's key.
    func seal(_ secret: [UInt8]) -> [UInt8]
    /// The secret that was sealed; nil when the box was damaged or made with another key.
    func open(_ box: [UInt8]) -> [UInt8]?
    /// The secret, readable only with the server's key and this word together, which the server
    /// does not keep.
    func seal(_ secret: [UInt8], with word: String) -> [UInt8]
    /// The secret that was sealed with this word; nil when the box was damaged or made otherwise.
    func open(_ box: [UInt8], with word: String) -> [UInt8]?
    /// Whether two digests are equal, in time that does not depend on where they differ.
    func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool
}
