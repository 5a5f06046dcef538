internal import Domain
internal import Locking

/// The place of each user's last event, as far as the writing thread has seen it lately.
///
/// What it says is never less than what is stored, so a place is never taken twice; it may be more,
/// after a transaction that failed.
///
/// Numbers are given out in turn, so their last bits spread users evenly and need no hashing. Two
/// users of one slot make each other forgotten.
final class LastSequences: Sendable {
    private let slots = Mutex([Slot](repeating: Slot(), count: LastSequences.userCountMax))

    /// Users that are remembered at most, in 1 MB; a power of two.
    static let userCountMax = 65_536

    private struct Slot {
        var user = UserNumber.nobody
        var number: UInt64 = 0
    }

    /// The place of a user's last event; nil if it is not known.
    func last(of user: UserNumber) -> UInt64? {
        let slot = slots.withLock { $0[Self.index(of: user)] }
        return slot.user == user ? slot.number : nil
    }

    /// Remembers that a user's last event has this place.
    func note(_ number: UInt64, of user: UserNumber) {
        slots.withLock { $0[Self.index(of: user)] = Slot(user: user, number: number) }
    }

    private static func index(of user: UserNumber) -> Int {
        Int(truncatingIfNeeded: user.rawValue) & (userCountMax - 1)
    }
}
