/// How calls lie in the bytes of a connection, and how their answers do.
protocol CallWire: SendableMetatype {
    /// One answer, as it lies in the bytes that have arrived.
    associatedtype Reply

    /// Begins a connection.
    init()

    /// Adds a request to what a connection is about to send.
    ///
    /// - Parameters:
    ///   - operation: What is asked for; a delivery is asked for by its send.
    ///   - envelope: What travels beside the request.
    ///   - payload: The encoded request.
    ///   - output: Where it goes.
    func append(
        _ operation: Operation,
        _ envelope: RequestTemplate.Envelope,
        _ payload: UnsafeRawBufferPointer,
        to output: inout ByteBuffer
    )

    /// Takes the first reply from the front of `bytes`; nil if none is whole.
    ///
    /// - Returns: The reply, and the number of the call that it answers.
    mutating func nextReply(
        in bytes: inout UnsafeRawBufferPointer
    ) throws(BrokenReply) -> (sequence: Int, reply: Reply)?

    /// Tells how a call ended, as its reply says.
    func outcome(of reply: Reply) -> ReplyOutcome
}

/// The frames of the server's own protocol.
struct FrameWire: CallWire {
    func append(
        _ operation: Operation,
        _ envelope: RequestTemplate.Envelope,
        _ payload: UnsafeRawBufferPointer,
        to output: inout ByteBuffer
    ) {
        switch operation {
        case .history: CallMaterial.history.append(to: &output, envelope, payload)
        case .signIn: CallMaterial.logIn.append(to: &output, envelope, payload)
        case .send, .delivery: CallMaterial.send.append(to: &output, envelope, payload)
        }
    }

    func nextReply(
        in bytes: inout UnsafeRawBufferPointer
    ) throws(BrokenReply) -> (sequence: Int, reply: ReplyFrame)? {
        while let frame = try ReplyFrame.first(in: bytes) {
            bytes = UnsafeRawBufferPointer(rebasing: bytes[frame.byteCount...])
            // What answers no call is passed over.
            guard frame.kind == .response, frame.streamID & 1 == 1 else { continue }
            return (Int(frame.streamID >> 1), frame)
        }
        return nil
    }

    func outcome(of frame: ReplyFrame) -> ReplyOutcome {
        ReplyOutcome(frame.body)
    }
}
