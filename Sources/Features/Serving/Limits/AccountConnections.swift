internal import Domain
internal import Locking

/// Counts the connections that speak for each account.
///
/// A connection has no identity; it has a seat for the account whose token it showed last, and one
/// for each account that it has a stream of, however often its tokens change. Nothing is done for
/// calls that follow with the same token.
package final class AccountConnections: Sendable {
    /// Parts with a lock each: callers that change with each call take and give back a seat each
    /// time, on several threads.
    private static let partCount = 16

    private let parts = (0..<partCount).map { _ in Part() }

    private final class Part: Sendable {
        let state = Mutex(State())
    }

    private struct State {
        var countMax: Int?
        var counts: [UserNumber: Int] = [:]
    }

    /// Counts without a limit until one is set.
    init() {}

    /// Replaces the limit, or lifts it by nil; seats that are taken stay taken.
    func set(_ countMax: Int?) {
        for part in parts { part.state.withLock { $0.countMax = countMax } }
    }

    /// How many connections speak for an account.
    func count(of user: UserNumber) -> Int {
        part(of: user).state.withLock { $0.counts[user] ?? 0 }
    }

    /// Takes a seat for an account.
    ///
    /// - Throws: `tooManyConnections`.
    fileprivate func enter(_ user: UserNumber) throws(DomainError) {
        try part(of: user).state.withLock { state throws(DomainError) in
            let count = state.counts[user, default: 0]
            if let countMax = state.countMax, count >= countMax {
                throw .refused(.tooManyConnections(limit: countMax))
            }
            state.counts[user] = count + 1
        }
    }

    fileprivate func leave(_ user: UserNumber) {
        part(of: user).state.withLock { state in
            let count = state.counts[user, default: 1] - 1
            state.counts[user] = count > 0 ? count : nil
        }
    }

    private func part(of user: UserNumber) -> Part {
        parts[Int(user.rawValue % UInt64(Self.partCount))]
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
