import Glibc

/// One try to connect, over the addresses of one host; it lives on its loop only.
final class ConnectionAttempt {
    private let loop: EventLoop
    private let security: SecuredHost?
    private let options: ConnectionOptions
    private let factory: ConnectionHandlerFactory
    private let completion: (Result<Connection, SocketError>) -> Void
    private var remaining: ArraySlice<RawAddress>
    private var failure = SystemError(errno: EADDRNOTAVAIL, call: "connect")
    private var timer: TimerToken?
    private var pending: Pending?
    private var handshake: Handshake?
    private var isDone = false

    /// The socket whose connection is under way.
    private struct Pending {
        let descriptor: Int32
        let tag: UInt64
    }

    init(
        to addresses: [RawAddress],
        securedBy security: SecuredHost?,
        on loop: EventLoop,
        options: ConnectionOptions,
        handler factory: @escaping ConnectionHandlerFactory,
        completion: @escaping (Result<Connection, SocketError>) -> Void
    ) {
        self.loop = loop
        self.security = security
        self.options = options
        self.factory = factory
        self.completion = completion
        remaining = addresses[...]
    }

    func start(timeoutNanoseconds: UInt64) {
        timer = loop.schedule(afterNanoseconds: timeoutNanoseconds) { self.fail(.timedOut) }
        tryNext()
    }

    /// Goes through the addresses until one is under way or connected.
    private func tryNext() {
        while let address = remaining.popFirst() {
            do throws(SystemError) {
                let socket = try Descriptor.openSocket(family: address.family)
                try SocketOptions.setBufferSizes(socket.rawValue, options)
                if try socket.beginConnecting(to: address) {
                    try adopt(socket)
                } else {
                    try watch(socket)
                }
                return
            } catch {
                failure = error
            }
        }
        fail(.system(failure))
    }

    private func watch(_ socket: consuming Descriptor) throws(SystemError) {
        let tag = try loop.register(self, socket.rawValue, for: .writable)
        pending = Pending(descriptor: socket.release(), tag: tag)
    }

    /// Takes the pending socket off the loop, to adopt it or to close it.
    private func takePending() -> Descriptor? {
        guard let pending else { return nil }
        self.pending = nil
        loop.deregister(pending.tag, pending.descriptor)
        return Descriptor(pending.descriptor)
    }

    private func adopt(_ socket: consuming Descriptor) throws(SystemError) {
        try socket.refuseSelfConnection()
        if let security {
            try shakeHands(over: socket, security)
        } else {
            try complete(with: socket, nil)
        }
    }

    private func shakeHands(
        over socket: consuming Descriptor,
        _ security: SecuredHost
    ) throws(SystemError) {
        let handshake = try Handshake(
            over: socket,
            on: loop,
            options: options,
            makeSession: { () throws(TLSError) in
                try security.context.makeSession(host: security.host)
            },
            established: { socket, session in
                do throws(SystemError) {
                    try self.complete(with: socket, session)
                } catch {
                    self.fail(.system(error))
                }
            },
            failed: { self.fail($0) }
        )
        self.handshake = handshake
        handshake.speakFirst()
    }

    private func complete(
        with socket: consuming Descriptor,
        _ session: TLSSession?
    ) throws(SystemError) {
        let connection = try Connection(
            adopting: socket,
            secured: session,
            on: loop,
            options: options,
            handler: factory
        )
        finish(.success(connection))
    }

    private func fail(_ error: SocketError) {
        _ = takePending()
        finish(.failure(error))
    }

    private func finish(_ result: Result<Connection, SocketError>) {
        if isDone { return }
        isDone = true
        if let timer { loop.cancel(timer) }
        timer = nil
        if case .failure(.timedOut) = result { handshake?.giveUp(.timedOut) }
        handshake = nil
        completion(result)
    }
}

/// Whose certificate a server has to show, and what makes sessions with it.
struct SecuredHost {
    let context: TLSClientContext
    let host: String
}

extension ConnectionAttempt: EventSource {
    func handle(_ readiness: Readiness) {
        guard let socket = takePending() else { return }
        do throws(SystemError) {
            let code = try SocketOptions.pendingError(of: socket.rawValue)
            guard code == 0 else { throw SystemError(errno: code, call: "connect") }
            try adopt(socket)
        } catch {
            failure = error
            tryNext()
        }
    }

    func loopWillEnd() {
        fail(.loopStopped)
    }
}

extension Descriptor {
    /// Begins to connect; true when that has succeeded at once, as Unix sockets do.
    fileprivate borrowing func beginConnecting(
        to address: RawAddress
    ) throws(SystemError) -> Bool {
        let result = unsafe address.withPointer { unsafe connect(rawValue, $0, $1) }
        if result == 0 { return true }
        // After a signal the connection goes on in the background too (connect(2)).
        guard errno == EINPROGRESS || errno == EINTR else {
            throw SystemError(errno: errno, call: "connect")
        }
        return false
    }

    /// Refuses a TCP connection to itself, which comes about when nobody listens on a port
    /// that the system then picks as the client's own.
    fileprivate borrowing func refuseSelfConnection() throws(SystemError) {
        let local = try RawAddress.ofSocket(rawValue).socketAddress
        guard case .tcp? = local, local == (try RawAddress.ofPeer(of: rawValue).socketAddress)
        else { return }
        throw SystemError(errno: ECONNREFUSED, call: "connect")
    }
}
