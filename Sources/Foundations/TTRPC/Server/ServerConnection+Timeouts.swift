internal import Locking
internal import Networking

extension ServerConnection {
    /// Makes sure that the loop comes back when the deadline passes.
    func armDeadline(_ deadline: CallDeadline?) {
        guard let deadline else { return }
        if let timer = deadlineTimer {
            guard deadline < timer.deadline else { return }
            socket.loop.cancel(timer.token)
        }
        let now = MonotonicClock.now()
        let delay = deadline.nanoseconds > now ? deadline.nanoseconds - now : 0
        let token = socket.loop.schedule(afterNanoseconds: delay) { [weak self] in
            self?.endExpiredCalls()
        }
        deadlineTimer = (token, deadline)
    }

    /// Forgets the timer, since no call is left.
    func cancelDeadlineTimer() {
        guard let timer = deadlineTimer else { return }
        socket.loop.cancel(timer.token)
        deadlineTimer = nil
    }

    /// Ends the calls whose deadline has passed, and waits for the next one.
    private func endExpiredCalls() {
        deadlineTimer = nil
        var next: CallDeadline?
        for call in machine.calls {
            guard let deadline = call.ticket.deadline else { continue }
            if deadline.hasPassed {
                end(call, .deadlinePassed)
            } else {
                next = min(next ?? deadline, deadline)
            }
        }
        armDeadline(next)
    }

    /// Ends a call in the table with a status, and tells its handler.
    func end(_ call: ServerCall, _ status: Status) {
        guard machine.finish(call.ticket.id) != nil else { return }
        refuse(call.ticket.id, status)
        cancel(call, status)
        didEndCall()
    }

    /// Closes the connection if its peer has been waited for long enough.
    func sweep(now: UInt64) {
        guard !socket.isClosing else { return }
        let expiry = timeouts.expiry(
            serverLoop.timeoutBounds,
            isIdle: machine.isIdle && placeInLine == nil,
            sentByteCount: socket.sentByteCount,
            hasUnsent: socket.outboundByteCount > 0,
            now: now
        )
        guard let expiry else { return }
        serverLoop.statistics.add(expiry)
        switch expiry {
        case .writeStall: socket.abort()
        case .firstFrame, .authentication, .frame, .idle: close(.connectionLost)
        }
    }

    /// Begins to leave: no new calls, streams are told, and the last call closes the connection.
    func drain() {
        closesWhenIdle = true
        for call in machine.calls {
            guard case .stream(let stream) = call, !stream.isEnded else { continue }
            stream.handler?.streamShouldFinish(stream)
        }
        closeIfDone()
    }

    /// Ends what is still running, and leaves.
    func endDrain() {
        for call in machine.calls { end(call, .shuttingDown) }
        closesWhenIdle = true
        closeIfDone()
    }
}
