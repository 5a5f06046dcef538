import Glibc

extension Connection {
    /// Ends the connection in order: sends what was written, tells the peer that nothing more
    /// comes and waits, within the linger time, until the peer has ended too.
    ///
    /// Nothing is delivered and nothing can be written from here on.
    package func close() {
        loop.assertCurrent()
        guard state == .open else { return }
        state = .flushing
        closeReason = peerHasEnded ? .peerClosed : .local
        settleLater()
        updateInterest()
    }

    /// Ends the connection at once, drops what is unsent and resets the peer.
    package func abort() {
        loop.assertCurrent()
        guard state != .closed else { return }
        SocketOptions.dropUnsentOnClose(descriptor)
        finish(.local)
    }

    /// Takes the next step of closing, after a flush.
    func advanceClosing() {
        switch state {
        case .open, .closed:
            return
        case .flushing where hasSentAll:
            state = .lingering
            // This fails when the peer has gone, which the next event tells in any case.
            _ = shutdown(descriptor, Int32(SHUT_WR))
        case .flushing, .lingering:
            break
        }
        if state == .lingering, peerHasEnded {
            finish(.local)
        } else if lingerTimer == nil {
            lingerTimer = loop.schedule(afterNanoseconds: options.lingerNanoseconds) {
                [weak self] in self?.endLingering()
            }
        }
    }

    private func endLingering() {
        lingerTimer = nil
        finish(state == .lingering ? .local : .timedOut)
    }
}
