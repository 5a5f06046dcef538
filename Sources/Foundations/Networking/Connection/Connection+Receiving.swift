import Glibc

extension Connection {
    /// Up to this many left-over bytes are copied in front of the next read, so that a read
    /// can be long without the connection owning much memory between reads.
    private static let carriedByteCountMax = 4_096

    /// The least and the most room for a read behind more left-over bytes than that: a long frame
    /// has begun, and takes little work until it is whole.
    private static let longReadByteCountMin = 16_384
    private static let longReadByteCountMax = 32_768

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
        let outcome = session == nil ? read(into: &buffer) : readSecurely(into: &buffer)
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

    /// Gives the handler the bytes it left, after reading resumed, and tells the end behind them.
    func redeliver() {
        mustRedeliver = false
        guard state == .open, !isReadingPaused else { return }
        if hasEarlyBytes { return receive() }
        if !received.isEmpty {
            var buffer = ReceiveBuffer()
            swap(&buffer, &received)
            handler?.connectionDidReceive(self, &buffer)
            keep(&buffer)
        }
        tellEnd()
    }

    /// What a read came to.
    enum ReadOutcome {
        /// Bytes, and perhaps the end behind them.
        case bytes(StreamEnd?)
        case nothing
        case end(StreamEnd)
    }

    /// Why nothing more will be read.
    enum StreamEnd {
        /// The peer has said so.
        case inOrder
        case failure(CloseReason)
    }

    private func read(into buffer: inout ReceiveBuffer) -> ReadOutcome {
        let room =
            buffer.count <= Self.carriedByteCountMax
            ? EventLoop.receiveByteCountPerTurn
            : min(
                max(buffer.queue.freeCount, buffer.count, Self.longReadByteCountMin),
                Self.longReadByteCountMax
            )
        do throws(SystemError) {
            let byteCount = try buffer.queue.receive(from: descriptor, upTo: room)
            loop.traffic.didReceive(byteCount: byteCount)
            return byteCount == 0 ? .end(.inOrder) : .bytes(nil)
        } catch {
            return error.errno == EAGAIN ? .nothing : .end(.failure(CloseReason(error)))
        }
    }

    /// Keeps the bytes that the handler left, in no more than twice their memory.
    private func keep(_ buffer: inout ReceiveBuffer) {
        guard state == .open else { return }
        buffer.queue.shrink(keepingSpare: max(buffer.count, Self.longReadByteCountMin))
        if buffer.isEmpty { buffer.queue.shrink(keepingSpare: 0) }
        swap(&buffer, &received)
    }

    private func conclude(_ outcome: ReadOutcome) {
        guard state != .closed else { return }
        switch outcome {
        case .bytes(let end):
            if received.count > options.receiveByteCountMax {
                finish(.receiveLimitExceeded)
            } else if let end {
                conclude(.end(end))
            }
        case .nothing:
            return
        case .end(.inOrder):
            peerHasEnded = true
            mustTellEnd = state == .open
            updateInterest()
            tellEnd()
            if state != .open { settleLater() }
        case .end(.failure(let reason)):
            end(for: reason)
        }
    }

    /// Tells the handler that the peer has ended, once it has been given all bytes before that.
    private func tellEnd() {
        guard mustTellEnd, state == .open, !isReadingPaused else { return }
        mustTellEnd = false
        handler?.connectionDidReceiveEnd(self)
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
