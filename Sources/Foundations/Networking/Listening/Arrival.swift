/// What becomes of an accepted socket on its loop: a connection, after a handshake if need be.
struct Arrival: Sendable {
    let security: TLSServerContext?
    let options: ListenerOptions
    let seat: any PeerSeat

    /// Goes on with a socket; if that fails it is closed, and the seat free.
    func begin(over socket: consuming Descriptor, on loop: EventLoop) {
        do throws(SystemError) {
            if let security {
                try shakeHands(over: socket, on: loop, security)
            } else {
                try connect(socket, nil, on: loop)
            }
        } catch {
            // The system is out of memory for one more socket: the peer may try again.
        }
    }

    private func shakeHands(
        over socket: consuming Descriptor,
        on loop: EventLoop,
        _ security: TLSServerContext
    ) throws(SystemError) {
        let handshake = try Handshake(
            over: socket,
            on: loop,
            options: options.connection,
            makeSession: { () throws(TLSError) in try security.makeSession() },
            established: { socket, session in
                do throws(SystemError) {
                    try connect(socket, session, on: loop)
                } catch {
                    // The socket is closed and the seat free, as in `begin`.
                }
            },
            failed: { _ in loop.traffic.handshakeDidFail() }
        )
        handshake.join(countMax: options.handshakeCountMax)
    }

    private func connect(
        _ socket: consuming Descriptor,
        _ session: TLSSession?,
        on loop: EventLoop
    ) throws(SystemError) {
        _ = try Connection(
            adopting: socket,
            secured: session,
            on: loop,
            options: options.connection,
            handler: seat.handler,
            holding: seat
        )
    }
}
