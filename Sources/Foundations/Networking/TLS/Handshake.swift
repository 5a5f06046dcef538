import Glibc

/// A connection before it is one: a connected socket whose two sides agree on keys.
///
/// It holds next to nothing before the first byte has come, and ends within its time whatever the
/// peer does. It lives on its loop only.
final class Handshake {
    private let loop: EventLoop
    private let makeSession: () throws(TLSError) -> TLSSession
    private let established: (consuming Descriptor, TLSSession) -> Void
    private let failed: (SocketError) -> Void

    private var socket: Descriptor?
    private var session: TLSSession?
    private var state = State.underway
    private var tag: UInt64 = 0
    private var interest: Readiness = .readable
    private var timer: TimerToken?
    private var place: HandshakeLine.Place?

    /// The life of a handshake; each state leads to later ones only.
    private enum State {
        /// Both sides talk. Can transition to `refusing` or `over`.
        case underway
        /// It has failed, and the alert that says why was sent; what still comes is dropped until
        /// the peer has read it and goes. Can transition to `over`.
        case refusing
        /// The socket is closed or was handed on.
        case over
    }

    /// The most bytes that are taken at a time.
    private static let receiveByteCount = 16_384

    /// Takes over a connected socket, and waits for what the peer says.
    ///
    /// - Parameters:
    ///   - socket: The socket; closed when this throws or the handshake fails.
    ///   - loop: Where it goes on.
    ///   - options: Those of the connection that it will be.
    ///   - makeSession: Begins the session, once that is needed.
    ///   - established: Gets the socket and the session when all is well.
    ///   - failed: Gets the reason instead.
    /// - Throws: `SystemError` if the loop cannot watch the socket.
    init(
        over socket: consuming Descriptor,
        on loop: EventLoop,
        options: ConnectionOptions,
        makeSession: @escaping () throws(TLSError) -> TLSSession,
        established: @escaping (consuming Descriptor, TLSSession) -> Void,
        failed: @escaping (SocketError) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.makeSession = makeSession
        self.established = established
        self.failed = failed
        let descriptor = socket.rawValue
        self.socket = consume socket
        tag = try loop.register(self, descriptor, for: .readable)
        timer = loop.schedule(afterNanoseconds: options.handshakeNanoseconds) { [weak self] in
            self?.giveUp(.security(.handshakeTimedOut))
        }
    }

    /// Says the first word, as clients do.
    func speakFirst() {
        proceed(with: ByteQueue())
    }

    /// Joins those of the loop that wait for their peers; the one that waits longest gives way when
    /// there are too many.
    ///
    /// Refusing the newcomer instead would let whoever fills the line keep everybody else out.
    func join(countMax: Int) {
        if loop.handshakes.count >= countMax, let oldest = loop.handshakes.oldest() {
            oldest.giveUp(.security(.handshakeTimedOut))
        }
        place = loop.handshakes.join(self)
        loop.traffic.handshakesDidChange(count: loop.handshakes.count)
    }

    /// Ends it at once.
    func giveUp(_ error: SocketError) {
        let wasUnderway = state == .underway
        _ = leave()
        if wasUnderway { failed(error) }
    }

    private func receive() {
        guard let descriptor = socket?.rawValue else { return }
        var arrived = ByteQueue()
        do throws(SystemError) {
            let byteCount = try arrived.receive(from: descriptor, upTo: Self.receiveByteCount)
            loop.traffic.didReceive(byteCount: byteCount)
            if byteCount == 0 { return giveUp(.security(.endedInHandshake)) }
        } catch {
            if error.errno != EAGAIN { giveUp(.system(error)) }
            return
        }
        if state == .underway { proceed(with: arrived) }
    }

    private func proceed(with arrived: consuming ByteQueue) {
        do throws(TLSError) {
            let session = if let session { session } else { try makeSession() }
            self.session = session
            session.inbound = arrived
            if try session.shakeHands() {
                handOn(session)
            } else {
                session.inbound = ByteQueue()
                send(session)
            }
        } catch {
            if error == .notTLS { session?.alertPlainly() }
            refuse(error)
        }
    }

    private func send(_ session: TLSSession) {
        guard let descriptor = socket?.rawValue else { return }
        do throws(SystemError) {
            if !session.outgoing.isEmpty {
                loop.traffic.didSend(byteCount: try session.outgoing.send(to: descriptor))
            }
        } catch {
            if error.errno != EAGAIN { return giveUp(.system(error)) }
        }
        if session.outgoing.isEmpty { session.outgoing = ByteQueue() }
        let wanted: Readiness = session.outgoing.isEmpty ? .readable : [.readable, .writable]
        guard wanted != interest else { return }
        interest = wanted
        loop.update(tag, descriptor, for: wanted)
    }

    /// Tells the peer why there will be no connection; closing at once might take back the telling.
    private func refuse(_ error: TLSError) {
        if let session { send(session) }
        guard state == .underway, let descriptor = socket?.rawValue else { return }
        _ = shutdown(descriptor, Int32(SHUT_WR))
        session = nil
        state = .refusing
        failed(.security(error))
    }

    private func handOn(_ session: TLSSession) {
        guard let socket = leave() else { return }
        if session.inbound.isEmpty { session.inbound = ByteQueue() }
        established(socket, session)
    }

    /// Lets go of everything, and returns the socket unless that was done before.
    private func leave() -> Descriptor? {
        guard let socket = socket.take() else { return nil }
        state = .over
        session = nil
        loop.deregister(tag, socket.rawValue)
        if let timer { loop.cancel(timer) }
        if let place {
            loop.handshakes.leave(place)
            loop.traffic.handshakesDidChange(count: loop.handshakes.count)
        }
        return socket
    }
}

extension Handshake: EventSource {
    func handle(_ readiness: Readiness) {
        if readiness.contains(.writable), let session { send(session) }
        guard !readiness.isDisjoint(with: [.readable, .failed, .hungUp]) else { return }
        // What is left unread is told again in the next turn.
        if loop.handshakes.takeStep() { receive() }
    }

    func loopWillEnd() {
        giveUp(.loopStopped)
    }
}
