import Glibc

/// One connected socket, owned by one event loop.
///
/// Everything here must be called on `loop`'s thread, which is checked; other threads go
/// through `loop.execute`. Calls after the end are allowed and do nothing. What is written in a
/// turn is sent by one call, after the connection's event or at the end of the turn.
///
/// `@unchecked Sendable`: all mutable state is used on the loop's thread alone, which each entry
/// checks.
package final class Connection: @unchecked Sendable {
    /// The loop that owns this connection; readable from any thread.
    package let loop: EventLoop

    /// The limits it was created with; readable from any thread.
    package let options: ConnectionOptions

    let descriptor: Int32
    /// What the peer holds as long as the descriptor is open.
    private var seat: (any PeerSeat)?
    private var tag: UInt64 = 0
    private var interest: Readiness = .readable
    private var isQueuedToSettle = false

    /// What encrypts the connection; nil for one that is not.
    var session: TLSSession?
    var handler: (any ConnectionHandler)?
    var state = State.open
    /// Why it ends, as the handler is told at the end; nil while that is not decided.
    package internal(set) var closeReason: CloseReason?
    var received = ReceiveBuffer()
    var outbound = OutboundBuffer()
    /// How many bytes the system has taken since the beginning, in the form that they travel in.
    package internal(set) var sentByteCount = 0
    var lastReceivedTime: UInt64
    var isReadingPaused = false
    var mustRedeliver = false
    var peerHasEnded = false
    /// Whether the handler has yet to learn that, since it has paused before the last bytes.
    var mustTellEnd = false
    /// Whether the system took less than everything, so that sending waits for `.writable`.
    var isSendingBlocked = false
    /// Whether writers are to wait: too much is unsent, or the system did not take all of it.
    var mustDrain = false
    var lingerTimer: TimerToken?

    /// The life of a connection; each state leads to later ones only.
    enum State {
        /// Reads and writes. Can transition to `flushing` or `closed`.
        case open
        /// Sends what is left and discards what arrives. Can transition to `lingering` or
        /// `closed`.
        case flushing
        /// Has said that nothing more comes, and waits for the peer to say so too, since
        /// closing with bytes unread would reset the connection under the last bytes sent.
        /// Can transition to `closed`.
        case lingering
        /// The descriptor is closed.
        case closed
    }

    /// Takes over a connected descriptor, which is closed when this throws, and the session whose
    /// handshake was done over it, if any.
    init(
        adopting connected: consuming Descriptor,
        secured session: TLSSession? = nil,
        on loop: EventLoop,
        options: ConnectionOptions,
        handler factory: ConnectionHandlerFactory,
        holding seat: (any PeerSeat)? = nil
    ) throws(SystemError) {
        self.session = session
        self.loop = loop
        self.options = options
        self.seat = seat
        lastReceivedTime = loop.now
        try SocketOptions.configure(connected, options)
        descriptor = connected.rawValue
        tag = try loop.register(self, connected.rawValue, for: .readable)
        _ = connected.release()
        handler = factory(self)
        if handler == nil {
            finish(.local)
        } else if session != nil {
            goOnFromHandshake()
        }
    }

    /// The monotonic time of the turn in which bytes last arrived, or of the start.
    package var lastReceivedAt: UInt64 {
        loop.assertCurrent()
        return lastReceivedTime
    }

    /// The number of bytes written and not yet taken by the system, in the form they have now.
    package var outboundByteCount: Int {
        loop.assertCurrent()
        return outbound.count + (session?.outgoing.count ?? 0)
    }

    /// Whether more may be written; once false, `connectionDidDrain` follows.
    ///
    /// It may while the system takes what is sent and the unsent bytes are below the marks.
    package var isWritable: Bool {
        loop.assertCurrent()
        return !mustDrain
    }

    /// Whether `close()` or `abort()` was called or the connection has ended otherwise.
    package var isClosing: Bool {
        loop.assertCurrent()
        return state != .open
    }

    /// Stops taking bytes from the system, so that the peer's sending comes to rest.
    ///
    /// A peer that goes away entirely meanwhile is noticed; one that ends its sending side is
    /// not, until reading resumes.
    package func pauseReading() {
        loop.assertCurrent()
        guard state == .open, !isReadingPaused else { return }
        isReadingPaused = true
        updateInterest()
    }

    /// Takes bytes again; those left unconsumed are delivered once more at the end of the turn.
    package func resumeReading() {
        loop.assertCurrent()
        guard state == .open, isReadingPaused else { return }
        isReadingPaused = false
        mustRedeliver = true
        settleLater()
        updateInterest()
    }
}

extension Connection: EventSource {
    func handle(_ readiness: Readiness) {
        if readiness.contains(.writable) {
            isSendingBlocked = false
            settleLater()
        }
        if wantsToRead {
            // A failure is read like data: after the bytes that arrived before it.
            if !readiness.isDisjoint(with: [.readable, .failed, .hungUp]) { receive() }
        } else if !readiness.isDisjoint(with: [.failed, .hungUp]) {
            finish(socketFailure() ?? (state == .open ? .peerClosed : .local))
        }
        settle()
    }

    func loopWillEnd() {
        finish(.local)
    }

    /// Whether arriving bytes are taken: to deliver them or, when closing, to discard them.
    var wantsToRead: Bool {
        switch state {
        case .open: !isReadingPaused && !peerHasEnded
        case .flushing, .lingering: !peerHasEnded
        case .closed: false
        }
    }

    /// Tells the loop what to watch for, if that has changed.
    func updateInterest() {
        guard state != .closed else { return }
        var wanted: Readiness = []
        if wantsToRead { wanted.insert(.readable) }
        if isSendingBlocked { wanted.insert(.writable) }
        if wanted == interest { return }
        interest = wanted
        loop.update(tag, descriptor, for: wanted)
    }

    /// Has `settle()` called after the event that is being handled, or at the end of the turn.
    func settleLater() {
        if isQueuedToSettle { return }
        isQueuedToSettle = true
        loop.settleLater(self)
    }

    /// Does what is left over, if anything: tells the end, delivers again, sends.
    func settle() {
        guard isQueuedToSettle else { return }
        isQueuedToSettle = false
        if state == .closed {
            tellClosed()
            return
        }
        if mustRedeliver { redeliver() }
        flush()
    }

    /// Closes the descriptor; the handler is told at the end of the turn.
    func finish(_ reason: CloseReason) {
        guard state != .closed else { return }
        state = .closed
        if closeReason == nil || reason != .local { closeReason = reason }
        if let timer = lingerTimer { loop.cancel(timer) }
        loop.deregister(tag, descriptor)
        _ = Glibc.close(descriptor)
        seat = nil
        settleLater()
    }

    private func tellClosed() {
        received = ReceiveBuffer()
        outbound = OutboundBuffer()
        session = nil
        let last = handler
        handler = nil
        last?.connectionDidClose(self, reason: closeReason ?? .local)
    }

    /// The error that the system holds for this socket, if there is one.
    private func socketFailure() -> CloseReason? {
        do {
            let code = try SocketOptions.pendingError(of: descriptor)
            return code == 0 ? nil : CloseReason(SystemError(errno: code, call: "recv"))
        } catch {
            return .error(error)
        }
    }
}
