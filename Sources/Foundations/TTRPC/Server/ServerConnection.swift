internal import Networking

/// One connection of a server: joins the state machine, the router and the socket.
///
/// `@unchecked Sendable`: everything that changes is used on the connection's loop alone; other
/// threads come in by `perform`.
final class ServerConnection: @unchecked Sendable {
    let socket: Connection
    let core: ServerCore
    let serverLoop: ServerLoop
    let context: ConnectionContext

    var machine: ServerConnectionMachine<ServerCall>
    var timeouts: ConnectionTimeouts
    /// The streams that were told to wait for the outbound bytes to go.
    var waitingStreams: [ServerStream] = []
    var deadlineTimer: (token: TimerToken, deadline: CallDeadline)?
    var isReadingPaused = false
    /// The place in the line for room, while the connection waits for requests of others to end.
    var placeInLine: UInt64?
    /// Whether the peer has yet to show who it is.
    private(set) var isStranger = true
    /// Whether the connection closes as soon as no call is left: the server or the peer is leaving.
    var closesWhenIdle = false

    init(
        _ socket: Connection,
        from origin: PeerOrigin,
        over transport: Transport,
        _ core: ServerCore,
        _ serverLoop: ServerLoop
    ) {
        self.socket = socket
        self.core = core
        self.serverLoop = serverLoop
        context = ConnectionContext(
            userID: socket.peerUserID,
            transport: transport,
            origin: origin,
            certificateName: socket.peerCertificateName,
            eventLoop: socket.loop
        )
        let limits = serverLoop.limits
        machine = ServerConnectionMachine(
            limits: limits.strangerWire,
            runningUnaryCountMax: limits.runningRequestCountPerConnectionMax
        )
        timeouts = ConnectionTimeouts(now: socket.loop.now)
    }

    /// Lifts the limits for strangers.
    func stopBeingStranger() {
        isStranger = false
        serverLoop.strangerDidAuthenticate()
        machine.limits = serverLoop.limits.wire
        timeouts.didAuthenticate()
    }

    /// Takes over what has changed in the limits; what is beyond them already may end.
    func limitsDidChange() {
        let limits = serverLoop.limits
        machine.limits = isStranger ? limits.strangerWire : limits.wire
        machine.runningUnaryCountMax = limits.runningRequestCountPerConnectionMax
        resumeReading()
    }

    /// Whether the caller is on the connection's loop.
    var isOnLoop: Bool { socket.loop.isCurrent }

    /// Runs `job` on the loop: at once if the caller is there, and otherwise soon.
    ///
    /// - Returns: False if the loop has been stopped, so that the job does not run.
    @discardableResult
    func perform(_ job: @escaping @Sendable () -> Void) -> Bool {
        guard !isOnLoop else {
            job()
            return true
        }
        return socket.loop.execute(job)
    }

    /// Runs `job` on the loop: at once if the caller is there, and otherwise soon.
    func perform(_ job: any LoopJob) {
        if isOnLoop { job.run() } else { socket.loop.execute(job) }
    }

    /// Lets the frames in the receive buffer go on, after something they waited for.
    func resumeReading() {
        guard isReadingPaused, placeInLine == nil else { return }
        isReadingPaused = false
        socket.resumeReading()
    }

    /// Ends the connection once what was written is out, and cancels what is still running.
    func close(_ status: Status) {
        cancelAll(status)
        socket.close()
    }

    /// Closes the connection if it only waited for its last call.
    func closeIfDone() {
        if closesWhenIdle, machine.isIdle { socket.close() }
    }

    /// Cancels all calls without a word to the peer.
    func cancelAll(_ status: Status) {
        for call in machine.finishAll() { cancel(call, status) }
        waitingStreams = []
        cancelDeadlineTimer()
    }

    /// Tells a call that has left the table that nobody waits for it.
    func cancel(_ call: ServerCall, _ status: Status) {
        switch call {
        case .unary(let ticket, let cancellation):
            record(ticket, status.code)
            cancellation?.cancel()
        case .stream(let stream):
            conclude(stream, status)
        }
    }

    /// Tells a stream that has left the table how it ended; it may have been told before.
    func conclude(_ stream: ServerStream, _ status: Status) {
        guard !stream.isEnded else { return }
        stream.end = status
        serverLoop.streamCount -= 1
        record(stream.ticket, status.code)
        stream.handler.take()?.streamDidEnd(stream, status)
    }

    /// Takes note of a call that has ended.
    func record(_ ticket: CallTicket, _ code: StatusCode) {
        record(ticket.id, ticket.route, code, since: ticket.startNanoseconds, tag: ticket.tag)
    }

    /// Takes note of a call that has ended.
    func record(
        _ id: StreamID,
        _ route: Route?,
        _ code: StatusCode,
        since start: UInt64,
        tag: UInt64 = 0
    ) {
        let source = CallRecord.Source(
            connection: ObjectIdentifier(self),
            stream: id,
            startNanoseconds: start,
            tag: tag
        )
        serverLoop.calls.callDidEnd(source, route, code)
    }
}

extension ServerConnection: ConnectionHandler {
    func connectionDidReceive(_ connection: Connection, _ buffer: inout ReceiveBuffer) {
        let usedByteCount = buffer.withBytes { bytes in process(bytes) }
        buffer.consume(usedByteCount)
        let hasPartOfFrame = !buffer.isEmpty || machine.isSkipping
        timeouts.didReceive(
            hasPartOfFrame: hasPartOfFrame && !isReadingPaused,
            madeProgress: usedByteCount > 0 && !machine.isSkipping,
            now: connection.loop.now
        )
        serverLoop.offerRoom()
    }

    func connectionDidDrain(_ connection: Connection) {
        // Each may fill the connection again; then the others go on waiting.
        while socket.isWritable, !waitingStreams.isEmpty {
            let stream = waitingStreams.removeFirst()
            stream.awaitsWritable = false
            if !stream.isEnded { stream.handler?.streamIsWritable(stream) }
        }
        resumeReading()
    }

    func connectionDidReceiveEnd(_ connection: Connection) {
        // Nobody can tell a peer that is gone from one that only sends no more. A stream might
        // wait for ever for the first kind. Unary handlers are told, and may stop; an answer that
        // comes all the same is still sent.
        closesWhenIdle = true
        for call in machine.calls {
            switch call {
            case .unary(_, let cancellation):
                cancellation?.cancel()
            case .stream(let stream):
                _ = machine.finish(stream.ticket.id)
                cancel(call, .connectionLost)
            }
        }
        closeIfDone()
    }

    func connectionDidClose(_ connection: Connection, reason: CloseReason) {
        cancelAll(.connectionLost)
        serverLoop.stopWaiting(self)
        core.didClose(self)
    }
}

extension Status {
    /// What handlers and callers learn when a connection is gone.
    package static let connectionLost = Status(.unavailable, "the connection was lost")
}
