/// Makes the sends of one connection to NATS, as `NoteletCaller` makes calls.
///
/// Each note is published on its receiver's subject, and acknowledged on a subject that bears the
/// number of its call.
struct NATSCaller: Caller {
    private var draw: CallDraw
    private var payload: [UInt8]
    private let inbox: [UInt8]
    private let greeting: [UInt8]
    private let ackHead = Array("{\"stream\":\"\(NATSPeer.streamName)\",\"seq\":".utf8)
    private var hasGreeted = false
    /// Questions of the server that the next call answers first.
    private var pingCount = 0

    private static let publish = Array("PUB \(NATSPeer.subjectPrefix)".utf8)
    private static let pong = Array("PONG\r\n".utf8)
    private static let lineEnd = Array("\r\n".utf8)
    private static let space = UInt8(ascii: " ")

    /// Makes the sends of one connection, from chances of its own.
    ///
    /// - Parameters:
    ///   - material: What all callers share; all notes are its first text.
    ///   - connection: The index of the connection.
    init(_ material: CallMaterial, connection: Int) {
        draw = CallDraw(material, connection: connection)
        let sender = BigEndian.bytes(of: UInt64(0))
        payload = sender + Array(material.corpus.text(at: 0).utf8)
        inbox = Array("_INBOX.\(connection).".utf8)
        greeting = Self.greeting(inbox: "_INBOX.\(connection).*")
    }

    /// What a client says first.
    static func greeting(inbox: String) -> [UInt8] {
        let options = """
            {"verbose":false,"pedantic":false,"headers":false,"lang":"swift","version":"1"}
            """
        return Array("CONNECT \(options)\r\nSUB \(inbox) 1\r\n".utf8)
    }

    mutating func makeCall(_ output: inout ByteBuffer, sequence: Int, start: UInt64) -> Call {
        guard draw.nextOperation() == .send else {
            preconditionFailure("NATS is asked for sends only.")
        }
        greet(&output)
        let receiver = draw.nextReceiver()
        BigEndian.store(UInt64(draw.user), in: &payload, at: 0)
        output.append(Self.publish)
        output.append(decimal: receiver)
        output.append(Self.space)
        output.append(inbox)
        output.append(decimal: sequence)
        output.append(Self.space)
        output.append(decimal: payload.count)
        output.append(Self.lineEnd)
        output.append(payload)
        output.append(Self.lineEnd)
        return Call(operation: .send, user: receiver)
    }

    mutating func nextReply(
        in bytes: inout UnsafeRawBufferPointer
    ) throws(BrokenReply) -> (sequence: Int, reply: UnsafeRawBufferPointer)? {
        while true {
            let content: NATSOperation.Content
            let operation = bytes
            switch NATSOperation(reading: bytes) {
            case .incomplete: return nil
            case .malformed: throw BrokenReply()
            case .operation(let found, let byteCount):
                content = found
                bytes = UnsafeRawBufferPointer(rebasing: bytes[byteCount...])
            }
            switch content {
            case .notice: continue
            case .ping: pingCount += 1
            case .error: throw BrokenReply()
            case .message(let subject, let payload):
                guard let sequence = sequence(in: operation[subject]) else { throw BrokenReply() }
                return (sequence, UnsafeRawBufferPointer(rebasing: operation[payload]))
            }
        }
    }

    /// A send is answered with the place of the note in the stream.
    func answer(to call: Call, in reply: UnsafeRawBufferPointer) -> Answer {
        guard call.operation == .send, reply.starts(with: ackHead),
            reply.last == UInt8(ascii: "}"),
            let place = DecimalNumber.read(
                in: UnsafeRawBufferPointer(rebasing: reply[ackHead.count..<reply.count - 1])
            )
        else { return .failed(.wrongAnswer) }
        return .receipt(noteID: UInt128(place))
    }

    private mutating func greet(_ output: inout ByteBuffer) {
        if !hasGreeted { output.append(greeting) }
        hasGreeted = true
        for _ in 0..<pingCount { output.append(Self.pong) }
        pingCount = 0
    }

    /// The number of the call whose acknowledgement bears a subject.
    private func sequence(in subject: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard subject.starts(with: inbox) else { return nil }
        let number = subject.dropFirst(inbox.count)
        return DecimalNumber.read(in: UnsafeRawBufferPointer(rebasing: number))
    }
}
