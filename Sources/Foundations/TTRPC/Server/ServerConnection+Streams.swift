internal import Networking

extension ServerConnection {
    /// Sends a message that `encode` appends, and returns whether more may follow now.
    func send(
        on stream: ServerStream,
        byteCount: Int,
        encode: (inout OutputRawSpan) -> Void
    ) -> Bool {
        socket.loop.assertCurrent()
        guard !stream.isEnded else { return false }
        guard byteCount <= WireLimits.protocolMessageByteCountMax else {
            finish(stream, .oversizedMessage(byteCount: byteCount))
            return false
        }
        // Only who was told to wait can be blamed for what others have sent.
        let byteCountMax = stream.awaitsWritable ? serverLoop.limits.outboundByteCountMax : .max
        guard socket.outboundByteCount <= byteCountMax else {
            finish(stream, .slowReader)
            return false
        }
        writeData(stream.ticket.id, byteCount: byteCount, flags: [], encode: encode)
        return isWritable(for: stream)
    }

    /// Whether more may follow on a stream now; if not, its handler is told when it may.
    func isWritable(for stream: ServerStream) -> Bool {
        socket.loop.assertCurrent()
        guard !stream.isEnded else { return false }
        guard !socket.isWritable else { return true }
        if !stream.awaitsWritable {
            stream.awaitsWritable = true
            waitingStreams.append(stream)
        }
        return false
    }

    /// Ends a stream with a status.
    func finish(_ stream: ServerStream, _ status: Status) {
        guard !stream.isEnded else { return }
        if status.code != .ok {
            refuse(stream.ticket.id, status)
        } else if stream.shape == .clientStream {
            _ = respond(stream.ticket.id, payloadByteCount: 0) { _ in }
        } else {
            let flags: FrameFlags = [.remoteClosed, .noData]
            writeData(stream.ticket.id, byteCount: 0, flags: flags) { _ in }
        }
        end(stream, status)
    }

    /// Ends a stream with its response, or with a last message.
    func finish(_ stream: ServerStream, _ response: [UInt8]) {
        guard !stream.isEnded else { return }
        let id = stream.ticket.id
        let bodyByteCount =
            stream.shape == .clientStream
            ? ResponseFrame.bodyByteCount(payloadByteCount: response.count) : response.count
        guard bodyByteCount <= WireLimits.protocolMessageByteCountMax else {
            return finish(stream, .oversizedMessage(byteCount: bodyByteCount))
        }
        let encode: (inout OutputRawSpan) -> Void = { output in
            response.withRawSpan { output.append(copying: $0) }
        }
        if stream.shape == .clientStream {
            _ = respond(id, payloadByteCount: response.count, encode: encode)
        } else {
            writeData(id, byteCount: response.count, flags: .remoteClosed, encode: encode)
        }
        end(stream, .ok)
    }

    /// Lets messages for a stream wait, or come again.
    func setPaused(_ isPaused: Bool, _ stream: ServerStream) {
        guard machine.setPaused(isPaused, stream.ticket.id), !isPaused else { return }
        resumeReading()
    }

    private func end(_ stream: ServerStream, _ status: Status) {
        _ = machine.finish(stream.ticket.id)
        conclude(stream, status)
        didEndCall()
    }

    private func writeData(
        _ id: StreamID,
        byteCount: Int,
        flags: FrameFlags,
        encode: (inout OutputRawSpan) -> Void
    ) {
        let header = FrameHeader(
            bodyByteCount: UInt32(byteCount),
            streamID: id,
            type: .data,
            flags: flags
        )
        write(byteCount: header.frameByteCount) { output in
            header.encode(into: &output)
            encode(&output)
        }
    }
}

extension Status {
    /// What ends a stream whose reader does not keep up with a producer that does not wait.
    static let slowReader = Status(
        .resourceExhausted,
        "the stream was not read as fast as it was written"
    )
}
