internal import Domain
internal import Synchronization

/// Counts the commits that ended sessions or replaced their tokens, by the users whose they are.
///
/// What a connection remembers of a token is worth something only while the count of its user
/// stands still. Users share 1,024 counts (8 KiB), so that somebody who refreshes without end makes
/// one connection in a thousand forget.
package final class RevocationCounts: Sendable {
    private let total = Atomic<UInt64>(0)
    private let counts = InlineArray<1_024, Atomic<UInt64>> { _ in Atomic(0) }

    /// What had been counted of all users at a moment.
    struct Moment {
        fileprivate let total: UInt64
    }

    /// Starts at zero.
    package init() {}

    /// This moment; taken before the store is read, to find out what happened since.
    var now: Moment { Moment(total: total.load(ordering: .acquiring)) }

    /// The count of a user.
    func count(of user: UserNumber) -> UInt64 {
        counts[Self.index(of: user)].load(ordering: .acquiring)
    }

    /// The count of a user, if what was read since a moment was not revoked meanwhile; nil if it
    /// may have been.
    func count(of user: UserNumber, unlessRevokedSince moment: Moment) -> UInt64? {
        let count = count(of: user)
        return now.total == moment.total ? count : nil
    }

    /// Makes the connections of a user forget, and of those who share its count.
    func add(_ user: UserNumber) {
        // In this order: whoever finds the new count then finds the new total as well.
        total.wrappingAdd(1, ordering: .releasing)
        counts[Self.index(of: user)].wrappingAdd(1, ordering: .releasing)
    }

    private static func index(of user: UserNumber) -> Int { Int(user.rawValue & 1_023) }
}
