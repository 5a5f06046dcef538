internal import Locking
internal import Networking

extension ServerConnection {
    /// Takes as many steps through `bytes` as there are, and returns how many bytes they used.
    func process(_ bytes: RawSpan) -> Int {
        var offset = 0
        while offset < bytes.byteCount {
            guard !socket.isClosing else { return bytes.byteCount }
            guard socket.isWritable else {
                // A peer that does not read its answers may not ask for more (D4).
                pauseReading()
                return offset
            }
            guard serverLoop.hasRoomForRequests else {
                pauseReading()
                serverLoop.waitForRoom(self)
                return offset
            }
            let rest = bytes.extracting(offset...)
            guard let usedByteCount = step(rest) else { break }
            offset += usedByteCount
        }
        return offset
    }

    private func pauseReading() {
        isReadingPaused = true
        socket.pauseReading()
    }

    /// Takes one step, and returns how many bytes it used, or nil if it cannot be taken now.
    private func step(_ bytes: RawSpan) -> Int? {
        // Another thread may have said so since the last frame.
        if isStranger, context.isAuthenticated { stopBeingStranger() }
        switch machine.next(in: bytes) {
        case .incomplete:
            return nil
        case .blocked:
            pauseReading()
            return nil
        case .passed(let byteCount):
            return byteCount
        case .request(let byteCount, let id, let envelope, let input):
            begin(id, envelope, input, bytes.extracting(FrameHeader.byteCount..<byteCount))
            if isStranger, context.isAuthenticated { stopBeingStranger() }
            return byteCount
        case .message(let byteCount, let call, let input):
            deliver(bytes.extracting(FrameHeader.byteCount..<byteCount), to: call, input)
            return byteCount
        case .inputEnded(let byteCount, let call):
            if case .stream(let stream) = call, !stream.isEnded {
                stream.handler?.streamDidReceiveEnd(stream)
            }
            return byteCount
        case .refuse(let byteCount, let id, let status, let ended):
            refuse(id, status)
            if let ended {
                cancel(ended, status)
                closeIfDone()
            }
            return byteCount
        case .close:
            close(.connectionLost)
            return nil
        }
    }

    /// Finds the method of a request and hands the call to its handler.
    private func begin(
        _ id: StreamID,
        _ envelope: RequestEnvelope,
        _ input: ServerConnectionMachine<ServerCall>.Input,
        _ body: RawSpan
    ) {
        let start = socket.loop.now
        let route: Route
        do throws(RPCError) {
            route = try serverLoop.routes.lookUp(
                body.extracting(envelope.service),
                body.extracting(envelope.method)
            )
        } catch {
            return refuseAtOnce(id, input, nil, error.status, since: start)
        }
        if closesWhenIdle {
            return refuseAtOnce(id, input, route, .shuttingDown, since: start)
        }
        guard envelope.timeoutNanoseconds >= 0 else {
            return refuseAtOnce(id, input, route, .deadlinePassed, since: start)
        }
        let deadline = deadline(UInt64(envelope.timeoutNanoseconds), route)
        let ticket = CallTicket(
            id: id,
            route: route,
            input: input,
            deadline: deadline,
            startNanoseconds: start
        )
        unsafe body.withUnsafeBytes { bytes in
            let call = unsafe IncomingCall(
                route,
                envelope,
                bytes,
                on: context,
                deadline: deadline
            )
            let payload = unsafe bytes.bytes.extracting(envelope.payload)
            switch route.handler {
            case .unary(let handler):
                handler(call, payload, UnaryReply(to: ticket, on: self))
            case .stream(let shape, let makeHandler):
                begin(ticket, shape, call, payload, makeHandler)
            }
        }
    }

    private func begin(
        _ ticket: CallTicket,
        _ shape: StreamShape,
        _ call: borrowing IncomingCall,
        _ payload: RawSpan,
        _ makeHandler: StreamHandlerFactory
    ) {
        let streamCountMax = serverLoop.limits.streamCountPerConnectionMax
        if machine.streamCount >= streamCountMax { makeRoom(for: streamCountMax) }
        guard machine.streamCount < streamCountMax else {
            let status = Status.tooManyStreams(streamCountMax)
            return refuseAtOnce(ticket, status)
        }
        let stream = ServerStream(ticket, shape, on: self)
        machine.open(ticket.id, .stream(stream), .stream, ticket.input)
        serverLoop.streamCount += 1
        do {
            let handler = try makeHandler(call, stream)
            if let end = stream.end { return handler.streamDidEnd(stream, end) }
            stream.handler = handler
        } catch {
            return finish(stream, error.status)
        }
        armDeadline(ticket.deadline)
        // As Go servers have it: the request is the message of a caller that sends only one, and
        // may be the first message of a caller that sends many.
        if shape == .serverStream || payload.byteCount > 0 {
            stream.handler?.streamDidReceive(stream, payload)
        }
        if ticket.input == .closed, !stream.isEnded {
            stream.handler?.streamDidReceiveEnd(stream)
        }
    }

    /// Ends the stream that was idle longest of those that may end for another one.
    ///
    /// The protocol has no message that gives a stream up, so most of very many are abandoned.
    private func makeRoom(for streamCountMax: Int) {
        var idlest: ServerStream?
        for call in machine.calls {
            guard case .stream(let stream) = call, let handler = stream.handler,
                stream.activeSince < idlest?.activeSince ?? .max,
                handler.streamMayMakeRoom(stream)
            else { continue }
            idlest = stream
        }
        guard let idlest else { return }
        idlest.handler?.streamShouldMakeRoom(idlest, streamCountMax: streamCountMax)
    }

    private func deliver(
        _ message: RawSpan,
        to call: ServerCall,
        _ input: ServerConnectionMachine<ServerCall>.Input
    ) {
        guard case .stream(let stream) = call, !stream.isEnded else { return }
        stream.handler?.streamDidReceive(stream, message)
        if input == .closed, !stream.isEnded { stream.handler?.streamDidReceiveEnd(stream) }
    }

    /// The moment by which a caller with this timeout wants an answer; nil without one.
    private func deadline(_ timeoutNanoseconds: UInt64, _ route: Route) -> CallDeadline? {
        guard timeoutNanoseconds > 0 else { return nil }
        switch route.handler {
        case .unary:
            let timeout = min(timeoutNanoseconds, serverLoop.unaryTimeoutMaxNanoseconds)
            return CallDeadline(timeout, after: MonotonicClock.now())
        case .stream:
            return CallDeadline(timeoutNanoseconds, after: MonotonicClock.now())
        }
    }
}

extension Status {
    /// The words of Go for a deadline that has passed.
    static let deadlinePassed = Status(.deadlineExceeded, "context deadline exceeded")
}
