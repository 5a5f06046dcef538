internal import Networking

extension ClientConnection {
    /// Makes a unary call; on the loop only.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - payload: The encoded request.
    ///   - options: The timeout and what travels beside the request.
    ///   - completion: Called once, on the loop, perhaps before this returns.
    package func call(
        _ method: MethodDescriptor,
        _ payload: RawSpan,
        options: CallOptions = CallOptions(),
        completion: @escaping UnaryCompletion
    ) {
        start(CallToken(), method, payload, options, completion)
    }

    /// Makes a unary call that `token` can cancel.
    func start(
        _ token: CallToken,
        _ method: MethodDescriptor,
        _ payload: RawSpan,
        _ options: CallOptions,
        _ completion: @escaping UnaryCompletion
    ) {
        let parts = RequestParts(
            method: method,
            timeoutNanoseconds: options.timeoutNanoseconds,
            metadata: options.metadata,
            padding: options.padding
        )
        let bodyByteCount = parts.byteCount(payloadByteCount: payload.byteCount)
        if let status = refusal(token, parts, bodyByteCount, options) {
            return completion(status, RawSpan())
        }
        let timer = schedule(options) { [weak self] in self?.give(up: token, .deadlinePassed) }
        guard let id = machine.open(.unary(completion, timer), .response) else {
            if let timer { socket.loop.cancel(timer) }
            return completion(.streamsUsedUp, RawSpan())
        }
        token.id = id
        let header = FrameHeader(
            bodyByteCount: UInt32(bodyByteCount),
            streamID: id,
            type: .request
        )
        write(header) { output in parts.encode(payload: payload, into: &output) }
    }

    /// Opens a stream, or tells `stream` at once why it cannot be; on the loop only.
    func start(
        _ stream: ClientStreamState,
        _ method: MethodDescriptor,
        _ payload: RawSpan,
        _ options: CallOptions
    ) {
        let parts = RequestParts(
            method: method,
            timeoutNanoseconds: options.timeoutNanoseconds,
            metadata: options.metadata,
            padding: options.padding
        )
        let bodyByteCount = parts.byteCount(payloadByteCount: payload.byteCount)
        if let status = refusal(stream.token, parts, bodyByteCount, options) {
            return stream.end(status)
        }
        let timer = schedule(options) { [weak self] in
            self?.give(up: stream.token, .deadlinePassed)
        }
        let answer: ClientConnectionMachine<ClientCall>.Answer =
            stream.shape == .clientStream ? .response : .messages
        guard let id = machine.open(.stream(stream, timer), answer) else {
            if let timer { socket.loop.cancel(timer) }
            return stream.end(.streamsUsedUp)
        }
        stream.token.id = id
        let header = FrameHeader(
            bodyByteCount: UInt32(bodyByteCount),
            streamID: id,
            type: .request,
            flags: stream.shape == .serverStream ? .remoteClosed : .remoteOpen
        )
        write(header) { output in parts.encode(payload: payload, into: &output) }
    }

    /// Ends a call from this side: the server is not told, since the protocol has no reset.
    func give(up token: CallToken, _ status: Status) {
        guard let id = token.id else {
            token.isCancelled = true
            return
        }
        guard let call = machine.forget(id) else { return }
        // The end of the messages is all that can be said, and lets most handlers finish.
        if case .stream(let stream, _) = call { closeInput(stream) }
        end(call, status)
        resumeReading()
    }

    /// Sends a message on a stream; on the loop.
    func send(_ message: [UInt8], on stream: ClientStreamState) {
        guard let id = stream.token.id else { return }
        let header = FrameHeader(
            bodyByteCount: UInt32(message.count),
            streamID: id,
            type: .data
        )
        write(header) { output in message.withRawSpan { output.append(copying: $0) } }
    }

    /// Says that no more messages follow on a stream; on the loop.
    func closeInput(_ stream: ClientStreamState) {
        guard !stream.isInputClosed, let id = stream.token.id else { return }
        stream.isInputClosed = true
        let flags: FrameFlags = [.remoteClosed, .noData]
        write(FrameHeader(bodyByteCount: 0, streamID: id, type: .data, flags: flags)) { _ in }
    }

    private func write(_ header: FrameHeader, _ encode: (inout OutputRawSpan) -> Void) {
        socket.withOutbound { outbound in
            outbound.append(upTo: header.frameByteCount) { output in
                header.encode(into: &output)
                encode(&output)
            }
        }
    }

    /// Why a call cannot even be sent, or nil if it can.
    private func refusal(
        _ token: CallToken,
        _ parts: RequestParts,
        _ bodyByteCount: Int,
        _ options: CallOptions
    ) -> Status? {
        if token.isCancelled { return .cancelledByCaller }
        if let reason = socket.closeReason { return .connectionLost(reason) }
        if options.hasExpired { return .deadlinePassed }
        guard bodyByteCount <= machine.limits.messageByteCountMax else {
            let message = machine.limits.oversizeMessage(byteCount: bodyByteCount)
            return Status(.resourceExhausted, message)
        }
        do {
            try parts.check(machine.limits)
            return nil
        } catch {
            return error.status
        }
    }

    private func schedule(_ options: CallOptions, _ job: @escaping () -> Void) -> TimerToken? {
        guard options.timeout != nil else { return nil }
        return socket.loop.schedule(
            afterNanoseconds: UInt64(options.timeoutNanoseconds),
            job
        )
    }
}

extension Status {
    /// What a caller learns who gave up the call.
    static let cancelledByCaller = Status(.cancelled, "the call was cancelled")
    /// What a caller learns whose connection has no stream ids left.
    static let streamsUsedUp = Status(.unavailable, "the connection has no stream ids left")
}
