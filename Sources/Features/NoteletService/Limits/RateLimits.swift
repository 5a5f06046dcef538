/// How often things may be done that cost much or can be abused; nil is no limit.
///
/// Limits by address count an IPv6 network of 64 bits as one, and all peers of Unix sockets too.
package struct RateLimits: Hashable, Sendable {
    /// Log-ins of one address: people mistype, programs guess.
    package var signInsPerAddress: Rate? = Rate(of: 10, per: .minute)
    /// Wrong passwords of one account.
    package var signInFailures: SignInFailures.Limits? = SignInFailures.Limits()
    /// How often one account is asked for its password again, right or wrong: each answer takes a
    /// place where passwords are hashed, which log-ins wait for too.
    package var passwordChecksPerAccount: Rate? = Rate(of: 10, per: .minute)
    /// New accounts of one address: a household in an evening.
    package var signUpsPerAddress: Rate? = Rate(of: 5, per: .hour)
    /// New guests of one address: a class that follows a link on the blackboard.
    package var guestsPerAddress: Rate? = Rate(of: 30, per: .hour)
    /// Look-ups of links of one address: more than anybody reads.
    ///
    /// Guessing a link is hopeless at any rate; this bounds the work.
    package var linkLookUpsPerAddress: Rate? = Rate(of: 60, per: .minute)
    /// Anonymous notes of one address, to whomever: as fast as people write.
    package var anonymousSendsPerAddress: Rate? = Rate(of: 10, per: .minute)
    /// Anonymous notes of one address through one link or contact: nobody's inbox is flooded.
    package var anonymousSendsPerReceiver: Rate? = Rate(of: 100, per: .day)
    /// Notes of one account under its name, to whomever: more than anybody writes, and with the
    /// longest of them 8 MiB of the store.
    package var namedSendsPerAccount: Rate? = Rate(of: 1_000, per: .day)
    /// Reports of one account: each keeps a copy of the note for good, with as long a detail.
    package var reportsPerAccount: Rate? = Rate(of: 100, per: .day)
    /// Blocks of one account, taken back or not: each is an entry of the feed for good.
    package var blocksPerAccount: Rate? = Rate(of: 1_000, per: .day)
    /// New personal links of one account: each makes the last one worthless.
    package var linkChangesPerAccount: Rate? = Rate(of: 5, per: .day)
    /// Attempts of one account, with the right password, to take another e-mail address: each tells
    /// whether somebody has it already.
    package var emailChangesPerAccount: Rate? = Rate(of: 5, per: .day)
    /// Exports of one account: each reads all that there is, and one that was interrupted has to
    /// begin again.
    package var exportsPerAccount: Rate? = Rate(of: 3, per: .day)

    /// Writes of one account, or of one address where nobody is signed in, that use the reserve of
    /// a full store: enough to clear up, and each leaves a kept reply of some hundred bytes.
    package var reserveWrites: Rate? = Rate(of: 600, per: .hour)

    /// Uses the defaults, which suit a server that people reach without a proxy.
    package init() {}

    /// Lifts the limits by address, for a server whose peers all come from one.
    package mutating func liftLimitsPerAddress() {
        signInsPerAddress = nil
        signUpsPerAddress = nil
        guestsPerAddress = nil
        linkLookUpsPerAddress = nil
        anonymousSendsPerAddress = nil
        anonymousSendsPerReceiver = nil
    }
}
