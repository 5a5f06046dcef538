import Glibc

/// Accepts connections at one address and spreads them over the loops of a group.
///
/// It listens until `close()` or until its loop stops, also when nobody holds it any more.
///
/// `@unchecked Sendable`: what changes is used on the loop's thread alone.
package final class Listener: @unchecked Sendable {
    /// The address that peers connect to, with the port that the system chose for port 0.
    package let boundAddress: SocketAddress

    private let loop: EventLoop
    private let group: EventLoopGroup
    private let security: TLSServerContext?
    private let options: ListenerOptions
    private let admission: Admission
    private let descriptor: Int32

    private var socket: ListeningSocket?
    private var tag: UInt64?
    private var isAccepting = true
    private var isResting = false

    /// How many connections are accepted in one turn, before others have theirs.
    private static let acceptCountPerTurn = 64

    /// What a listener is to get its socket from.
    package enum Origin: Sendable {
        /// An address, to be bound.
        case address(SocketAddress)
        /// An address that was bound for this listener.
        case bound(BoundAddress)
        /// The number of a socket that is bound and listens already.
        case descriptor(Int32)
    }

    /// Listens and begins to accept on `loop`; to be called from any thread.
    ///
    /// A Unix socket that nobody listens on any more is replaced, a live one is not. A TCP
    /// name such as `localhost` is bound to the first of its addresses that works.
    /// With `security`, a connection is one once its TLS handshake is done.
    /// `admission` decides on each peer as soon as it is there, on `loop`; the seat that it gives
    /// is asked for the connection's handler on the connection's own loop.
    ///
    /// - Throws: `SocketError` when no address can be bound, or the loop has been stopped.
    package init(
        at origin: Origin,
        securedBy security: TLSServerContext? = nil,
        on loop: EventLoop,
        sharing group: EventLoopGroup,
        options: ListenerOptions = ListenerOptions(),
        admission: @escaping Admission
    ) throws(SocketError) {
        let socket = try Self.socket(from: origin, options)
        boundAddress = socket.boundAddress
        descriptor = socket.descriptor.rawValue
        self.loop = loop
        self.group = group
        self.security = security
        self.options = options
        self.admission = admission
        self.socket = consume socket
        guard loop.execute({ self.start() }) else {
            self.socket?.removeFile()
            throw .loopStopped
        }
    }

    private static func socket(
        from origin: Origin,
        _ options: ListenerOptions
    ) throws(SocketError) -> ListeningSocket {
        switch origin {
        case .address(let address):
            return try ListeningSocket.open(at: address, options)
        case .descriptor(let number):
            return try ListeningSocket.adopt(number, options)
        case .bound(let address):
            guard let socket = address.take() else {
                preconditionFailure("A bound address is taken over once.")
            }
            return try socket.listen(options)
        }
    }

    /// Gives the address up and removes a Unix socket's file; to be called from any thread.
    ///
    /// Connections already accepted go on.
    package func close() {
        loop.execute { self.loopWillEnd() }
    }
}

extension Listener: EventSource {
    func handle(_ readiness: Readiness) {
        for _ in 0..<Self.acceptCountPerTurn {
            guard isAccepting, !isResting, acceptOne() else { return }
        }
    }

    func loopWillEnd() {
        isAccepting = false
        if let tag { loop.deregister(tag, descriptor) }
        tag = nil
        socket?.removeFile()
        socket = nil
    }

    private func start() {
        do {
            tag = try loop.register(self, descriptor, for: .readable)
            updateInterest()
        } catch {
            // The kernel is out of memory for watching: try again, as when accepting fails.
            loop.schedule(afterNanoseconds: options.pauseNanoseconds) { self.restart() }
        }
    }

    private func restart() {
        if socket != nil, tag == nil { start() }
    }

    private func updateInterest() {
        guard let tag else { return }
        loop.update(tag, descriptor, for: isAccepting && !isResting ? .readable : [])
    }

    /// Accepts one connection; false when there is none or accepting has to rest.
    private func acceptOne() -> Bool {
        do throws(SystemError) {
            guard let connected = try socket?.descriptor.acceptConnection() else { return false }
            // A peer that has gone already has no network.
            if let network = connected.peerNetwork, let seat = admission(network) {
                handOver(connected, seat)
            }
            return true
        } catch {
            switch error.errno {
            case EAGAIN:
                return false
            case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                rest()
                return false
            default:
                // The connection failed before it was accepted (accept(2)): on to the next.
                return true
            }
        }
    }

    /// Passes a connection to the next loop of the group.
    private func handOver(_ connected: consuming Descriptor, _ seat: any PeerSeat) {
        let target = group.next()
        let descriptor = connected.release()
        let arrival = Arrival(security: security, options: options, seat: seat)
        let isTaken = target.execute { arrival.begin(over: Descriptor(descriptor), on: target) }
        if !isTaken { _ = Glibc.close(descriptor) }
    }

    /// Stops accepting for a moment, without watching a socket that stays readable.
    private func rest() {
        isResting = true
        updateInterest()
        loop.schedule(afterNanoseconds: options.pauseNanoseconds) {
            self.isResting = false
            self.updateInterest()
        }
    }
}
