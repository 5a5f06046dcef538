internal import Domain
internal import Locking

/// Counts the connections that speak for each account.
///
/// A connection has no identity; it has a seat for the account whose token it showed last, and one
/// for each account that it has a stream of, however often its tokens change. Nothing is done for
/// calls that follow with the same token.
package final class AccountConnections: Sendable {
    private let state = Mutex(State())

    private struct State {
        var countMax: Int?
        var counts: [UserNumber: Int] = [:]
    }

    /// Counts without a limit until one is set.
    init() {}

    /// Replaces the limit, or lifts it by nil; seats that are taken stay taken.
    func set(_ countMax: Int?) {
        state.withLock { $0.countMax = countMax }
    }

    /// How many connections speak for an account.
    func count(of user: UserNumber) -> Int {
        state.withLock { $0.counts[user] ?? 0 }
    }

    /// Takes a seat for an account.
    ///
    /// - Throws: `tooManyConnections`.
    fileprivate func enter(_ user: UserNumber) throws(DomainError) {
        try state.withLock { state throws(DomainError) in
            let count = state.counts[user, default: 0]
            if let countMax = state.countMax, count >= countMax {
                throw .refused(.tooManyConnections(limit: countMax))
            }
            state.counts[user] = count + 1
        }
    }

    fileprivate func leave(_ user: UserNumber) {
        state.withLock { state in
            let count = state.counts[user, default: 1] - 1
            state.counts[user] = count > 0 ? count : nil
        }
    }
}

/// A connection's seat for one account, given back when nothing keeps it any more.
final class AccountSeat: Sendable {
    let user: UserNumber
    private let connections: AccountConnections

    /// Takes a seat.
    ///
    /// - Throws: `tooManyConnections`.
    init(_ user: UserNumber, in connections: AccountConnections) throws(DomainError) {
        try connections.enter(user)
        self.user = user
        self.connections = connections
    }

    deinit {
        connections.leave(user)
    }
}
