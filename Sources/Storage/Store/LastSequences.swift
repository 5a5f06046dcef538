internal import Domain
internal import Locking

/// The place of each user's last event, as far as the writing thread has seen it lately.
///
/// What it says is never less than what is stored, so a place is never taken twice; it may be more,
/// after a transaction that failed.
final class LastSequences: Sendable {
    private let numbers = Mutex<[UserNumber: UInt64]>([:])

    /// Users that are remembered at most, in about 2 MB; beyond, all are forgotten.
    static let userCountMax = 65_536

    /// The place of a user's last event; nil if it is not known.
    func last(of user: UserNumber) -> UInt64? {
        numbers.withLock { $0[user] }
    }

    /// Remembers that a user's last event has this place.
    func note(_ number: UInt64, of user: UserNumber) {
        numbers.withLock { numbers in
            if numbers.count >= Self.userCountMax, numbers[user] == nil { numbers.removeAll() }
            numbers[user] = number
        }
    }
}
