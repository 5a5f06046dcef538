/// Makes the calls of one connection to a Notelet server, with what stands beside a request.
struct NoteletCaller<Wire: CallWire>: Caller, ~Copyable {
    private var wire = Wire()
    private let material: CallMaterial
    private var draw: CallDraw
    private var payload = ByteBuffer()
    /// Counts the notes; no other caller of the run comes to the same numbers.
    private var nextNumber: UInt64
    /// Not drawn from the seed: a second run on one store must not repeat keys.
    private var nextKey = UInt128.random(in: 0 ... .max)

    /// Callers count from places this far apart, which none reaches the end of.
    private static var numbersPerCaller: UInt64 { 1 << 40 }

    /// Makes the calls of one connection, from chances of its own.
    init(_ material: CallMaterial, connection: Int) {
        self.material = material
        draw = CallDraw(material, connection: connection)
        nextNumber = material.firstNumber &+ UInt64(connection) &* Self.numbersPerCaller
    }

    mutating func makeCall(_ output: inout ByteBuffer, sequence: Int, start: UInt64) -> Call {
        // A client opens the odd streams.
        let streamID = UInt32(2 * sequence + 1)
        payload.removeAll()
        switch draw.nextOperation() {
        case .history: return history(&output, streamID)
        case .signIn: return signIn(&output, streamID)
        case .send, .delivery: return send(&output, streamID, start)
        }
    }

    mutating func nextReply(
        in bytes: inout UnsafeRawBufferPointer
    ) throws(BrokenReply) -> (sequence: Int, reply: Wire.Reply)? {
        try wire.nextReply(in: &bytes)
    }

    func answer(to call: Call, in reply: Wire.Reply) -> Answer {
        switch wire.outcome(of: reply) {
        case .ok(let response): Self.answer(to: call.operation, response)
        case .failed(let code): .failed(.status(code))
        case .malformed: .failed(.wrongAnswer)
        }
    }

    private static func answer(
        to operation: Operation,
        _ response: UnsafeRawBufferPointer
    ) -> Answer {
        switch operation {
        case .send:
            guard let id = PageCheck.messageID(of: response) else { break }
            return .receipt(noteID: id)
        case .history:
            guard let count = PageCheck.noteCount(of: response) else { break }
            return .page(noteCount: count, response)
        case .signIn, .delivery:
            guard response.count > 0 else { break }
            return .session(response)
        }
        return .failed(.wrongAnswer)
    }

    private mutating func history(_ output: inout ByteBuffer, _ streamID: UInt32) -> Call {
        var envelope = RequestTemplate.Envelope(streamID: streamID)
        material.addressBook.withToken(of: draw.user) { token in
            envelope.token = token
            material.historyRequest.withUnsafeBytes {
                wire.append(.history, envelope, $0, to: &output)
            }
        }
        return Call(operation: .history, user: draw.user)
    }

    private mutating func send(
        _ output: inout ByteBuffer,
        _ streamID: UInt32,
        _ start: UInt64
    ) -> Call {
        let receiver = draw.nextReceiver()
        let stamp = Stamp(number: nextNumber, start: start)
        nextNumber &+= 1
        appendNote(to: receiver, stamp)
        var envelope = RequestTemplate.Envelope(streamID: streamID)
        if material.idempotency == .keyed {
            envelope.idempotencyKey = nextKey
            nextKey &+= 1
        }
        material.addressBook.withToken(of: draw.user) { token in
            envelope.token = token
            wire.append(.send, envelope, payload.bytes, to: &output)
        }
        return Call(operation: .send, user: receiver, number: stamp.number)
    }

    /// Encodes a `SendToLinkRequest`: link = 1, content = 2.
    private mutating func appendNote(to receiver: Int, _ stamp: Stamp) {
        material.addressBook.withLink(of: receiver) { link in
            payload.append(field: 1, byteCount: link.count)
            payload.append(link)
        }
        let isStamped = material.isStamped
        material.corpus.withText(at: draw.nextText()) { text in
            let byteCount = text.count + (isStamped ? Stamp.byteCount : 0)
            payload.append(field: 2, byteCount: byteCount)
            payload.append(text)
            if isStamped { stamp.append(to: &payload) }
            if let model = material.model {
                model.begin(
                    stamp.number,
                    to: receiver,
                    UnsafeRawBufferPointer(rebasing: payload.bytes.suffix(byteCount))
                )
            }
        }
    }

    /// Encodes a `LogInRequest`: email = 1, password = 2.
    private mutating func signIn(_ output: inout ByteBuffer, _ streamID: UInt32) -> Call {
        let user = draw.nextCaller()
        let email = Array(Population.email(ofUserAt: user).utf8)
        let password = Array(Population.password.utf8)
        payload.append(field: 1, byteCount: email.count)
        payload.append(email)
        payload.append(field: 2, byteCount: password.count)
        payload.append(password)
        let envelope = RequestTemplate.Envelope(streamID: streamID)
        wire.append(.signIn, envelope, payload.bytes, to: &output)
        return Call(operation: .signIn, user: user)
    }
}
