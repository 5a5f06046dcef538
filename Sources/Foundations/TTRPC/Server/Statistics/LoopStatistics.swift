internal import Metrics

/// What the connections of one event loop come to; counted on the loop, read by any thread.
final class LoopStatistics: Sendable {
    private let tally = Tally(count: Number.allCases.count)

    /// What is counted.
    enum Number: Int, CaseIterable {
        /// Connections that were let in.
        case admitted
        /// Open connections whose peers have yet to show who they are.
        case strangers
        /// Open connections whose peers have shown who they are.
        case authenticated
        /// Of all these, the connections that wait for requests of others to end.
        case waiting
        /// Calls whose answers were deferred.
        case runningRequests
        /// Streams that are open.
        case streams
        case refusedByLimit
        case refusedByAddressLimit
        case refusedByDraining
        case expiredFirstFrame
        case expiredAuthentication
        case expiredFrame
        case expiredIdle
        case expiredWriteStall
    }

    /// What was counted so far.
    subscript(number: Number) -> Int { Int(clamping: tally[number.rawValue]) }

    /// Counts one more.
    func add(_ number: Number) { tally.add(1, at: number.rawValue) }

    /// Notes how many there are now.
    func set(_ number: Number, to count: Int) { tally.set(count, at: number.rawValue) }

    /// Counts a connection that was turned away.
    func add(_ refusal: ConnectionRefusal) {
        switch refusal {
        case .tooMany: add(.refusedByLimit)
        case .tooManyOfAddress: add(.refusedByAddressLimit)
        case .draining: add(.refusedByDraining)
        }
    }

    /// Counts a connection whose peer took too long.
    func add(_ expiry: ConnectionTimeouts.Expiry) {
        switch expiry {
        case .firstFrame: add(.expiredFirstFrame)
        case .authentication: add(.expiredAuthentication)
        case .frame: add(.expiredFrame)
        case .idle: add(.expiredIdle)
        case .writeStall: add(.expiredWriteStall)
        }
    }
}

/// Why a connection is turned away.
enum ConnectionRefusal: Error {
    /// There are as many as there may be.
    case tooMany
    /// There are as many as there may be of its address.
    case tooManyOfAddress
    /// The server is leaving.
    case draining
}
