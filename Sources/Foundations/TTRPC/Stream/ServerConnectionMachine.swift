/// The server's side of one connection, without its socket: bytes go in, steps come out.
///
/// Its owner gives it the unread bytes, does what the step says, drops the bytes that the step has
/// used, and asks again. Calls that are answered at once never enter the table of streams; the
/// others are kept with `open` until `finish`.
///
/// Invariants: stream ids are odd and strictly rise; an id is in the table from `open` to `finish`,
/// to a step that ends it, or to the end of the connection; `streamCount` is the number of streams
/// in it. A unary call runs from `open` to `unaryDidFinish`, however early it leaves the table.
struct ServerConnectionMachine<Call>: ~Copyable {
    private var decoder = FrameDecoder()
    private var streams: [StreamID: OpenStream] = [:]
    private var lastStreamID = StreamID(0)
    private var answeredEarly = RecentStreams()
    private var budget = PeerBudget()
    /// How many unary calls run, in the table or not: what nobody waits for costs no less.
    private(set) var runningUnaryCount = 0
    /// How many calls that are not unary are in the table.
    private(set) var streamCount = 0
    /// What is taken from the peer.
    var limits: WireLimits
    /// How many unary calls may run before further requests wait in the buffer.
    var runningUnaryCountMax: Int

    /// Whether a call of the peer is unary or a stream.
    enum Kind: Equatable { case unary, stream }

    /// Whether the peer may send data.
    enum Input: Equatable { case open, closed }

    /// A call between `open` and its end.
    private struct OpenStream {
        let call: Call
        let kind: Kind
        var input: Input
        var isPaused = false
    }

    /// What the first unread bytes ask for.
    ///
    /// Each but `incomplete`, `blocked` and `close` has used
    /// `byteCount` bytes, and a body is what follows the header in them.
    enum Step {
        /// The bytes end within a frame.
        case incomplete
        /// The frame must wait: for a unary call to finish, or for a paused stream to go on.
        case blocked
        /// There is nothing to do.
        case passed(byteCount: Int)
        /// The peer asks for a call.
        case request(byteCount: Int, StreamID, RequestEnvelope, Input)
        /// A message for a stream in the table.
        case message(byteCount: Int, Call, Input)
        /// The peer will send no more messages to a call in the table.
        case inputEnded(byteCount: Int, Call)
        /// The peer broke a rule. The status goes out as a response; a call that was on the stream
        /// has left the table, and is told that it is over.
        case refuse(byteCount: Int, StreamID, Status, ended: Call?)
        /// The connection cannot go on.
        case close(ConnectionCloseReason)
    }

    /// Creates the state of a fresh connection.
    init(limits: WireLimits, runningUnaryCountMax: Int) {
        self.limits = limits
        self.runningUnaryCountMax = runningUnaryCountMax
    }

    /// Whether no call is in the table.
    var isIdle: Bool { streams.isEmpty }

    /// Whether the unread bytes hold the beginning of an oversized body.
    var isSkipping: Bool { decoder.skippingByteCount > 0 }

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
            return refuse(header, .resourceExhausted, message, byteCount: FrameHeader.byteCount)
        case .frame(let header):
            guard header.streamID.isClientInitiated else {
                return refuse(header, "StreamID must be odd for client initiated streams")
            }
            switch header.type {
            case .request: return request(header, in: bytes)
            case .data: return data(header)
            default:
                guard budget.ignore(within: limits) else { return .close(.tooManyIgnoredFrames) }
                return .passed(byteCount: header.frameByteCount)
            }
        }
    }

    /// Keeps a call that is not answered yet.
    mutating func open(_ id: StreamID, _ call: Call, _ kind: Kind, _ input: Input) {
        precondition(streams[id] == nil, "A stream is opened once.")
        streams[id] = OpenStream(call: call, kind: kind, input: input)
        switch kind {
        case .unary: runningUnaryCount += 1
        case .stream: streamCount += 1
        }
    }

    /// Notes that the handler of a unary call is done with it, once for each that was opened.
    mutating func unaryDidFinish() {
        precondition(runningUnaryCount > 0, "A unary call finishes once.")
        runningUnaryCount -= 1
    }

    /// The call on a stream, if it has not ended.
    func call(_ id: StreamID) -> Call? { streams[id]?.call }

    /// All calls that have not ended, in no order.
    var calls: [Call] { streams.values.map(\.call) }

    /// Ends a call in the table, and returns it, or nil if it has ended before.
    mutating func finish(_ id: StreamID) -> Call? {
        guard let stream = streams.removeValue(forKey: id) else { return nil }
        if stream.kind == .stream { streamCount -= 1 }
        if stream.input == .open { answeredEarly.insert(id) }
        return stream.call
    }

    /// Notes that a request was answered without having been in the table.
    mutating func answered(_ id: StreamID, _ input: Input) {
        if input == .open { answeredEarly.insert(id) }
    }

    /// Makes frames for a stream wait in the buffer, or lets them go on.
    ///
    /// - Returns: Whether the stream is in the table.
    @discardableResult
    mutating func setPaused(_ isPaused: Bool, _ id: StreamID) -> Bool {
        guard streams[id] != nil else { return false }
        streams[id]?.isPaused = isPaused
        return true
    }

    /// Ends all calls, and returns them.
    mutating func finishAll() -> [Call] {
        defer {
            streams = [:]
            streamCount = 0
        }
        return calls
    }

    private mutating func request(_ header: FrameHeader, in bytes: RawSpan) -> Step {
        guard runningUnaryCount < runningUnaryCountMax else { return .blocked }
        guard header.streamID > lastStreamID else {
            return refuse(header, "StreamID cannot be re-used and must increment")
        }
        lastStreamID = header.streamID
        let body = bytes.extracting(FrameHeader.byteCount..<header.frameByteCount)
        do {
            let envelope = try RequestEnvelope(reading: body, limits: limits)
            let input: Input = header.flags.contains(.remoteOpen) ? .open : .closed
            return .request(byteCount: header.frameByteCount, header.streamID, envelope, input)
        } catch {
            return refuse(header, error.status.code, error.status.message)
        }
    }

    private mutating func data(_ header: FrameHeader) -> Step {
        let id = header.streamID
        let endsInput = header.flags.contains(.remoteClosed)
        guard let stream = streams[id] else {
            guard answeredEarly.contains(id) else {
                return refuse(header, "StreamID is no longer active")
            }
            // The peer sent this before it could know that the call is over.
            if endsInput { answeredEarly.remove(id) }
            return .passed(byteCount: header.frameByteCount)
        }
        guard !stream.isPaused else { return .blocked }
        if header.flags.contains(.noData) {
            guard header.bodyByteCount == 0 || !endsInput else {
                return refuse(header, "data close message cannot include data")
            }
            guard endsInput, stream.input == .open else {
                return .passed(byteCount: header.frameByteCount)
            }
            streams[id]?.input = .closed
            return .inputEnded(byteCount: header.frameByteCount, stream.call)
        }
        guard stream.input == .open else {
            return refuse(header, "data handling error: ttrpc: stream closed")
        }
        // The specification: "A data message is not allowed on a unary stream."
        guard stream.kind == .stream else {
            return refuse(header, "a unary call takes no data messages")
        }
        let input: Input = endsInput ? .closed : .open
        streams[id]?.input = input
        return .message(byteCount: header.frameByteCount, stream.call, input)
    }

    private mutating func refuse(_ header: FrameHeader, _ message: String) -> Step {
        refuse(header, .invalidArgument, message)
    }

    private mutating func refuse(
        _ header: FrameHeader,
        _ code: StatusCode,
        _ message: String,
        byteCount: Int? = nil
    ) -> Step {
        guard budget.forgive(within: limits) else { return .close(.tooManyProtocolErrors) }
        let ended = finish(header.streamID)
        return .refuse(
            byteCount: byteCount ?? header.frameByteCount,
            header.streamID,
            Status(code, message),
            ended: ended
        )
    }
}

/// How much more nonsense of a peer is put up with.
struct PeerBudget {
    private var protocolErrorCount = 0
    private var ignoredFrameCount = 0

    /// Counts a broken rule; false says that it was one too many.
    mutating func forgive(within limits: WireLimits) -> Bool {
        protocolErrorCount += 1
        return protocolErrorCount <= limits.protocolErrorCountMax
    }

    /// Counts a frame of unknown type; false says that it was one too many.
    mutating func ignore(within limits: WireLimits) -> Bool {
        ignoredFrameCount += 1
        return ignoredFrameCount <= limits.ignoredFrameCountMax
    }
}
