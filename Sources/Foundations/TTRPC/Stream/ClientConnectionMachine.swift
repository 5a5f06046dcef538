/// The client's side of one connection, without its socket: bytes go in, steps come out.
///
/// Invariants: ids are odd and strictly rise; a call is in the table from `open` to `forget` or to
/// the step that ends it.
struct ClientConnectionMachine<Call>: ~Copyable {
    private var decoder = FrameDecoder()
    private var streams: [StreamID: OpenStream] = [:]
    private var nextStreamID: StreamID? = .first
    private var budget = PeerBudget()
    /// What is taken from the peer, and sent to it.
    let limits: WireLimits

    /// What a call may be answered with.
    enum Answer: Equatable {
        /// One response.
        case response
        /// Any number of messages.
        case messages
    }

    /// A call between `open` and its end.
    private struct OpenStream {
        let call: Call
        let answer: Answer
        var isPaused = false
    }

    /// What the first unread bytes say.
    ///
    /// Each but `incomplete`, `blocked` and `close` has used
    /// `byteCount` bytes, and a body is what follows the header in them.
    enum Step {
        /// The bytes end within a frame.
        case incomplete
        /// The frame must wait, since its stream is paused.
        case blocked
        /// There is nothing to do.
        case passed(byteCount: Int)
        /// A call has ended with a response; its payload lies within the body.
        case response(byteCount: Int, Call, ResponseEnvelope)
        /// A message on a stream; `isLast` says that the call has ended with it.
        case message(byteCount: Int, Call, isLast: Bool)
        /// A stream has ended well, without another message.
        case ended(byteCount: Int, Call)
        /// A call has ended because the peer broke a rule on its stream.
        case failed(byteCount: Int, Call, Status)
        /// The connection cannot go on.
        case close(ConnectionCloseReason)
    }

    /// Creates the state of a fresh connection.
    init(limits: WireLimits) {
        self.limits = limits
    }

    /// How many calls have not ended.
    var callCount: Int { streams.count }

    /// Keeps a call under a new id, or returns nil when the ids are used up.
    mutating func open(_ call: Call, _ answer: Answer) -> StreamID? {
        guard let id = nextStreamID else { return nil }
        nextStreamID = id.next
        streams[id] = OpenStream(call: call, answer: answer)
        return id
    }

    /// Gives up a call: what still comes for it is passed over.
    mutating func forget(_ id: StreamID) -> Call? {
        streams.removeValue(forKey: id)?.call
    }

    /// Makes frames for a stream wait in the buffer, or lets them go on.
    mutating func setPaused(_ isPaused: Bool, _ id: StreamID) {
        streams[id]?.isPaused = isPaused
    }

    /// Ends all calls, and returns them.
    mutating func finishAll() -> [Call] {
        defer { streams = [:] }
        return streams.values.map(\.call)
    }

    /// Takes the next step through the unread `bytes`.
    mutating func next(in bytes: RawSpan) -> Step {
        switch decoder.next(in: bytes, limits: limits) {
        case .incomplete:
            return .incomplete
        case .broken(let reason):
            return .close(reason)
        case .skipped(let byteCount):
            return .passed(byteCount: byteCount)
        case .oversized(let header):
            let message = limits.oversizeMessage(byteCount: Int(header.bodyByteCount))
            return fail(
                header,
                Status(.resourceExhausted, message),
                byteCount: FrameHeader.byteCount
            )
        case .frame(let header):
            guard let stream = streams[header.streamID] else { return passInactive(header) }
            guard !stream.isPaused else { return .blocked }
            switch header.type {
            case .response: return response(header, in: bytes)
            case .data: return data(header, stream)
            default:
                return fail(header, Status(.internal, "unexpected message: protocol error"))
            }
        }
    }

    private mutating func response(_ header: FrameHeader, in bytes: RawSpan) -> Step {
        let body = bytes.extracting(FrameHeader.byteCount..<header.frameByteCount)
        do {
            let envelope = try ResponseEnvelope(reading: body)
            guard let call = forget(header.streamID) else { return passInactive(header) }
            return .response(byteCount: header.frameByteCount, call, envelope)
        } catch {
            return fail(header, Status(.internal, "unmarshal response error: \(error.reason)"))
        }
    }

    private mutating func data(_ header: FrameHeader, _ stream: OpenStream) -> Step {
        guard stream.answer == .messages else {
            return fail(
                header,
                Status(.internal, "received data from non-streaming server: protocol error")
            )
        }
        let isLast = header.flags.contains(.remoteClosed)
        if isLast { _ = forget(header.streamID) }
        let byteCount = header.frameByteCount
        guard header.flags.contains(.noData) else {
            return .message(byteCount: byteCount, stream.call, isLast: isLast)
        }
        return isLast ? .ended(byteCount: byteCount, stream.call) : .passed(byteCount: byteCount)
    }

    private mutating func fail(
        _ header: FrameHeader,
        _ status: Status,
        byteCount: Int? = nil
    ) -> Step {
        let byteCount = byteCount ?? header.frameByteCount
        guard let call = forget(header.streamID) else {
            return passInactive(header, byteCount: byteCount)
        }
        return .failed(byteCount: byteCount, call, status)
    }

    /// Passes over a frame of a call that was given up; the server cannot be told to stop.
    private mutating func passInactive(_ header: FrameHeader, byteCount: Int? = nil) -> Step {
        let wasOpened =
            header.streamID.isClientInitiated
            && nextStreamID.map { header.streamID < $0 } ?? true
        guard wasOpened || budget.forgive(within: limits) else {
            return .close(.tooManyProtocolErrors)
        }
        return .passed(byteCount: byteCount ?? header.frameByteCount)
    }
}
