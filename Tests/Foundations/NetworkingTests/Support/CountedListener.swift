import Locking
import Networking

/// A listener that lets in so many peers, and counts those that are there.
struct CountedListener {
    private let listener: Listener
    private let peers: PeerCount

    init(
        upTo peerCountMax: Int,
        accepted: @escaping ConnectionHandlerFactory,
        listen: (@escaping Admission) throws -> Listener
    ) throws {
        let peers = PeerCount(max: peerCountMax)
        self.peers = peers
        listener = try listen { _ in peers.seat(accepted) }
    }

    var boundAddress: SocketAddress { listener.boundAddress }

    /// How many sockets of peers are open.
    var connectionCount: Int { peers.value }

    func close() { listener.close() }
}

/// How many peers have a seat.
private final class PeerCount: Sendable {
    private let count = Atomic<Int>(0)
    private let max: Int

    init(max: Int) {
        self.max = max
    }

    var value: Int { count.load(ordering: .relaxed) }

    func seat(_ accepted: @escaping ConnectionHandlerFactory) -> Seat? {
        value < max ? Seat(in: self, accepted) : nil
    }

    final class Seat: PeerSeat {
        private let peers: PeerCount
        private let accepted: ConnectionHandlerFactory

        init(in peers: PeerCount, _ accepted: @escaping ConnectionHandlerFactory) {
            self.peers = peers
            self.accepted = accepted
            peers.count.add(1, ordering: .relaxed)
        }

        deinit {
            peers.count.subtract(1, ordering: .relaxed)
        }

        func handler(for connection: Connection) -> (any ConnectionHandler)? {
            accepted(connection)
        }
    }
}
