internal import Domain
internal import NoteRules
internal import Serving
internal import TTRPC

/// The gates that each note passes, looked up once.
final class SendGates: Sendable {
    private let anonymous: RateGate
    private let anonymousToReceiver: RateGate
    private let named: RateGate

    /// Takes them from all that there are.
    init(_ limiter: RateLimiter) {
        anonymous = limiter[.anonymousSends]
        anonymousToReceiver = limiter[.anonymousSendsToReceiver]
        named = limiter[.namedSends]
    }

    /// Counts a note: an anonymous one of an address, and of the address through one link or
    /// contact; one with a name of the sender's account.
    ///
    /// - Throws: `rateLimited`.
    func admit(
        _ disclosure: Disclosure,
        by sender: UserNumber?,
        from origin: PeerOrigin,
        to receiver: @autoclosure () -> some Hashable
    ) throws(DomainError) {
        switch disclosure {
        case .username:
            // Who has no name is refused where it is asked for.
            if let sender { try named.pass(RateKey(sender)) }
        case .anonymous:
            try anonymous.pass(RateKey(origin))
            try anonymousToReceiver.pass(RateKey(origin, receiver()))
        }
    }
}
