import Glibc

/// What is different for a connection that is encrypted; the session says how.
extension Connection {
    /// The name in the certificate by which the peer has proved itself; nil if it has not.
    package var peerCertificateName: String? {
        loop.assertCurrent()
        return session?.peerName
    }

    /// Whether what travels is encrypted by TLS.
    package var isSecure: Bool {
        loop.assertCurrent()
        return session != nil
    }

    /// Whether data came along with the end of the handshake, and was not taken yet.
    var hasEarlyBytes: Bool { session.map { !$0.inbound.isEmpty } ?? false }

    /// Whether everything that was written is with the system, with the word that it was all.
    var hasSentAll: Bool {
        outbound.isEmpty && session.map { $0.isSilent && $0.outgoing.isEmpty } ?? true
    }

    /// Takes over what the handshake left: bytes to send and bytes that came.
    func goOnFromHandshake() {
        mustRedeliver = hasEarlyBytes
        settleLater()
    }

    /// Appends the data in what has arrived to a buffer.
    func readSecurely(into buffer: inout ReceiveBuffer) -> ReadOutcome {
        guard let session else { return .nothing }
        if hasEarlyBytes {
            defer { session.inbound = ByteQueue() }
            return decrypt(into: &buffer, through: session)
        }
        swap(&session.inbound, &loop.ciphertext)
        defer {
            session.inbound.removeAll()
            swap(&session.inbound, &loop.ciphertext)
        }
        do throws(SystemError) {
            let room = EventLoop.ciphertextByteCountPerTurn
            let byteCount = try session.inbound.receive(from: descriptor, upTo: room)
            loop.traffic.didReceive(byteCount: byteCount)
            if byteCount == 0 { return .end(.failure(.security(.truncated))) }
        } catch {
            return error.errno == EAGAIN ? .nothing : .end(.failure(CloseReason(error)))
        }
        return decrypt(into: &buffer, through: session)
    }

    private func decrypt(
        into buffer: inout ReceiveBuffer,
        through session: TLSSession
    ) -> ReadOutcome {
        let oldByteCount = buffer.count
        let reading = session.decrypt(into: &buffer.queue)
        if !session.outgoing.isEmpty { settleLater() }
        let end: StreamEnd? =
            switch reading {
            case .open: nil
            case .ended: .inOrder
            case .failed(let error): .failure(.security(error))
            }
        if buffer.count > oldByteCount { return .bytes(end) }
        return end.map { .end($0) } ?? .nothing
    }

    /// Sends what is there, encrypted, unless the system takes no more.
    ///
    /// - Returns: Why the connection cannot go on, or nil.
    func sendSecurely() -> CloseReason? {
        guard let session else { return nil }
        do throws(TLSError) {
            while try prepareToSend(through: session) {
                do throws(SystemError) {
                    didSend(byteCount: try session.outgoing.send(to: descriptor))
                } catch {
                    guard error.errno == EAGAIN else { return CloseReason(error) }
                }
                isSendingBlocked = !session.outgoing.isEmpty
                if isSendingBlocked { break }
            }
        } catch {
            return .security(error)
        }
        giveBack(&session.outgoing)
        giveBack(&outbound.queue)
        return nil
    }

    /// Encrypts the next bytes once those before are sent; false when there are none.
    private func prepareToSend(through session: TLSSession) throws(TLSError) -> Bool {
        guard session.outgoing.isEmpty else { return true }
        if !outbound.isEmpty {
            if session.outgoing.capacity == 0 { session.outgoing = loop.spareBuffers.take() }
            let byteCount = min(outbound.count, TLSSession.plaintextByteCountMax)
            try unsafe outbound.queue.withUnsafeBytes { bytes throws(TLSError) in
                try unsafe session.encrypt(UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]))
            }
            outbound.queue.removeFirst(byteCount)
        } else if state == .flushing {
            session.end()
        }
        return !session.outgoing.isEmpty
    }

    /// Ends a connection that has failed, at once unless the peer is to be told why.
    ///
    /// Where the encryption failed, the session has left an alert to be sent, and nothing else can
    /// be.
    func end(for reason: CloseReason) {
        guard state == .open, let session, session.isSilent, !session.outgoing.isEmpty else {
            finish(reason)
            return
        }
        state = .flushing
        closeReason = reason
        outbound = OutboundBuffer()
        settleLater()
        updateInterest()
    }
}
