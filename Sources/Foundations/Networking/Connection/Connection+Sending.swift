import Glibc

extension Connection {
    /// Writes an array's bytes behind those not yet sent.
    package func write(_ bytes: [UInt8]) {
        withOutbound { $0.append(bytes) }
    }

    /// Writes the bytes behind a pointer behind those not yet sent.
    package func write(contentsOf bytes: UnsafeRawBufferPointer) {
        withOutbound { unsafe $0.append(contentsOf: bytes) }
    }

    /// Lends the outbound buffer to append to; nothing else of this connection may be called
    /// within `body`.
    ///
    /// A connection that is closing lends a buffer that goes nowhere.
    package func withOutbound<Value, Failure: Error>(
        _ body: (inout OutboundBuffer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        loop.assertCurrent()
        guard state == .open else {
            var nowhere = OutboundBuffer()
            return try body(&nowhere)
        }
        defer {
            if outbound.count > options.highWaterMark { mustDrain = true }
            settleLater()
        }
        if outbound.queue.capacity == 0 { outbound.queue = loop.spareBuffers.take() }
        return try body(&outbound)
    }

    /// Sends what is there by one call, unless the system is known to take nothing now.
    func flush() {
        if session != nil {
            if !isSendingBlocked, let failure = sendSecurely() {
                finish(failure)
                return
            }
        } else if !outbound.isEmpty, !isSendingBlocked {
            do {
                didSend(byteCount: try outbound.queue.send(to: descriptor))
            } catch  where error.errno == EAGAIN {
                // Stays blocked, as below.
            } catch {
                finish(CloseReason(error))
                return
            }
            isSendingBlocked = !outbound.isEmpty
            giveBack(&outbound.queue)
        }
        updateInterest()
        if isSendingBlocked {
            mustDrain = true
        } else if mustDrain, outbound.count <= options.lowWaterMark {
            mustDrain = false
            if state == .open { handler?.connectionDidDrain(self) }
        }
        advanceClosing()
    }

    /// Counts what the system has taken, of this connection and of its loop.
    func didSend(byteCount: Int) {
        sentByteCount += byteCount
        loop.traffic.didSend(byteCount: byteCount)
    }

    /// Gives the memory of what was sent to others; a peer that reads slowly keeps no more than
    /// twice the bytes that wait for it.
    func giveBack(_ queue: inout ByteQueue) {
        if queue.isEmpty {
            var emptied = ByteQueue()
            swap(&emptied, &queue)
            loop.spareBuffers.keep(emptied)
        } else {
            queue.shrink(keepingSpare: queue.count)
        }
    }
}
