internal import Foundation
internal import NoteletInterface

/// A write that the outbox keeps.
struct OutboxEntry: Sendable {
    /// What names the intention, and is the key under which it is sent.
    let id: UUID
    /// What it waits for and holds up.
    let lane: [UInt8]
    /// What is sent.
    let write: Write
    /// When it was asked for.
    let createdAt: Date
    /// When it was first sent without a reply that says what became of it; nil where it was not.
    let triedAt: Date?
    /// How far it has got, which is never that it is saved.
    let state: WriteState

    /// For how long after its first try it is sent again by itself.
    ///
    /// The service keeps keys for 24 hours. An hour less leaves room for a clock that was set, and
    /// for a try that is on its way.
    static let retryPeriod: TimeInterval = 23 * 60 * 60

    /// How far a clock may have gone back since a try and still be believed, in seconds.
    private static let clockToleranceMax: TimeInterval = 5 * 60

    /// Whether the service may have forgotten the key of a try that had no reply.
    ///
    /// - Parameter now: The present moment.
    /// - Returns: True from 23 hours after the first try on, and before it, by a clock set back.
    func isStale(at now: Date) -> Bool {
        guard let triedAt else { return false }
        let age = now.timeIntervalSince(triedAt)
        return age >= Self.retryPeriod || age < -Self.clockToleranceMax
    }
}
