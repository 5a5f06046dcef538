/// Makes the requests of one connection: for whom, which, with what beside them.
struct Caller: ~Copyable {
    private let material: CallMaterial
    private var random: SeededRandom
    private var payload = ByteBuffer()
    private var user = 0
    private var callsLeft = 0
    /// Counts the notes; no other caller of the run comes to the same numbers.
    private var nextNumber: UInt64
    /// Not drawn from the seed: a second run on one store must not repeat keys.
    private var nextKey = UInt128.random(in: 0 ... .max)

    /// Callers count from places this far apart, which none reaches the end of.
    private static let numbersPerCaller: UInt64 = 1 << 40

    /// One call that was made, and what its answer is checked against.
    struct Call {
        var operation: Operation
        /// Who receives a note, or whose history is read, or who signs in.
        var user: Int
        /// The number of a note.
        var number: UInt64 = 0
    }

    /// Makes the requests of one connection, from chances of its own.
    init(_ material: CallMaterial, connection: Int) {
        self.material = material
        random = SeededRandom(seed: material.seed, stream: UInt64(connection))
        nextNumber = material.firstNumber &+ UInt64(connection) &* Caller.numbersPerCaller
    }

    /// Draws the next call and adds its frame to what the connection is about to send.
    ///
    /// - Parameters:
    ///   - output: Where the frame goes.
    ///   - streamID: The stream of the call.
    ///   - start: When the call is made, or was meant to be.
    /// - Returns: What the answer is checked against.
    mutating func makeCall(
        _ output: inout ByteBuffer,
        streamID: UInt32,
        start: UInt64
    ) -> Call {
        if callsLeft == 0 { speakForAnother() }
        callsLeft -= 1
        payload.removeAll()
        switch material.workload.nextOperation(using: &random) {
        case .history:
            return history(&output, streamID)
        case .signIn:
            return signIn(&output, streamID)
        case .send, .delivery:
            return send(&output, streamID, start)
        }
    }

    private mutating func speakForAnother() {
        callsLeft = material.callsPerUser
        switch material.workload {
        case .history, .mixed:
            user = material.receivers.draw(using: &random)
        case .send, .watch, .signIn:
            let callers = material.callers
            user = callers.lowerBound + Int(random.number(below: UInt64(callers.count)))
        }
    }

    private mutating func history(_ output: inout ByteBuffer, _ streamID: UInt32) -> Call {
        var envelope = RequestTemplate.Envelope(streamID: streamID)
        material.addressBook.withToken(of: user) { token in
            envelope.token = token
            material.historyRequest.withUnsafeBytes {
                CallMaterial.history.append(to: &output, envelope, $0)
            }
        }
        return Call(operation: .history, user: user)
    }

    private mutating func send(
        _ output: inout ByteBuffer,
        _ streamID: UInt32,
        _ start: UInt64
    ) -> Call {
        let receiver = receiver()
        let stamp = Stamp(number: nextNumber, start: start)
        nextNumber &+= 1
        appendNote(to: receiver, stamp)
        var envelope = RequestTemplate.Envelope(streamID: streamID)
        if material.idempotency == .keyed {
            envelope.idempotencyKey = nextKey
            nextKey &+= 1
        }
        material.addressBook.withToken(of: user) { token in
            envelope.token = token
            CallMaterial.send.append(to: &output, envelope, payload.bytes)
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
        let index =
            material.corpus.count == 1
            ? 0 : Int(random.number(below: UInt64(material.corpus.count)))
        material.corpus.withText(at: index) { text in
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
        let callers = material.callers
        let user = callers.lowerBound + Int(random.number(below: UInt64(callers.count)))
        let email = Array(Population.email(ofUserAt: user).utf8)
        let password = Array(Population.password.utf8)
        payload.append(field: 1, byteCount: email.count)
        payload.append(email)
        payload.append(field: 2, byteCount: password.count)
        payload.append(password)
        let envelope = RequestTemplate.Envelope(streamID: streamID)
        CallMaterial.logIn.append(to: &output, envelope, payload.bytes)
        return Call(operation: .signIn, user: user)
    }

    /// Anybody but the sender: nobody writes to himself.
    private mutating func receiver() -> Int {
        let receiver = material.receivers.draw(using: &random)
        // Who is watched makes no calls, so that there is always another receiver.
        return receiver == user ? (receiver + 1) % material.addressBook.userCount : receiver
    }
}
