import Glibc

extension Connection {
    /// Up to this many left-over bytes are copied in front of the next read, so that a read
    /// can be long without the connection owning much memory between reads.
    private static let carriedByteCountMax = 4_096

    /// The least room for a read behind more left-over bytes than that.
    private static let readByteCountMin = 16_384

    /// Takes what has arrived, once in a turn, so that no connection starves the others.
    func receive() {
        guard state == .open else {
            discard()
            return
        }
        var buffer = ReceiveBuffer()
        let borrowsScratch = received.count <= Self.carriedByteCountMax
        if borrowsScratch {
            swap(&buffer, &loop.scratch)
            unsafe received.withUnsafeBytes { unsafe buffer.append(contentsOf: $0) }
            received.consumeAll()
            received.queue.shrink(keepingSpare: 0)
        } else {
            swap(&buffer, &received)
        }
        let outcome = read(into: &buffer)
        if case .bytes = outcome {
            lastReceivedTime = loop.now
            handler?.connectionDidReceive(self, &buffer)
        }
        if borrowsScratch {
            if state == .open {
                unsafe buffer.withUnsafeBytes { unsafe received.append(contentsOf: $0) }
            }
            buffer.consumeAll()
            swap(&buffer, &loop.scratch)
        } else {
            keep(&buffer)
        }
        conclude(outcome)
    }

    /// Gives the handler the bytes it left, after reading resumed.
    func redeliver() {
        mustRedeliver = false
        guard state == .open, !isReadingPaused, !received.isEmpty else { return }
        var buffer = ReceiveBuffer()
        swap(&buffer, &received)
        handler?.connectionDidReceive(self, &buffer)
        keep(&buffer)
    }

    private enum ReadOutcome {
        case bytes
        case nothing
        case end
        case failure(SystemError)
    }

    private func read(into buffer: inout ReceiveBuffer) -> ReadOutcome {
        let room = min(
            EventLoop.receiveByteCountPerTurn - Self.carriedByteCountMax,
            max(buffer.queue.freeCount, buffer.count, Self.readByteCountMin)
        )
        do throws(SystemError) {
            var filled = 0
            try unsafe buffer.queue.append(upTo: room) { free throws(SystemError) in
                filled = try systemCall("recv") {
                    unsafe recv(descriptor, free.baseAddress, free.count, 0)
                }
                return filled
            }
            return filled == 0 ? .end : .bytes
        } catch {
            return error.errno == EAGAIN ? .nothing : .failure(error)
        }
    }

    /// Keeps the bytes that the handler left, in no more than twice their memory.
    private func keep(_ buffer: inout ReceiveBuffer) {
        guard state == .open else { return }
        buffer.queue.shrink(keepingSpare: max(buffer.count, Self.readByteCountMin))
        if buffer.isEmpty { buffer.queue.shrink(keepingSpare: 0) }
        swap(&buffer, &received)
    }

    private func conclude(_ outcome: ReadOutcome) {
        guard state != .closed else { return }
        switch outcome {
        case .bytes:
            if received.count > options.receiveByteCountMax { finish(.receiveLimitExceeded) }
        case .nothing:
            return
        case .end:
            peerHasEnded = true
            updateInterest()
            if state == .open {
                handler?.connectionDidReceiveEnd(self)
            } else {
                settleLater()
            }
        case .failure(let error):
            finish(CloseReason(error))
        }
    }

    /// Takes bytes that nobody wants any more, while the last replies go out.
    private func discard() {
        var buffer = ReceiveBuffer()
        swap(&buffer, &loop.scratch)
        let outcome = read(into: &buffer)
        buffer.consumeAll()
        swap(&buffer, &loop.scratch)
        conclude(outcome)
    }
}
