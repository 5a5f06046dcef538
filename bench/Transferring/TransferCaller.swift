/// Asks for transfers over one connection, each of which has a name that no other one has.
struct TransferCaller: Caller, ~Copyable {
    private let wire = FrameWire()
    private let material: TransferMaterial
    private var draw: CallDraw
    private var request = ByteBuffer()
    private var posting = ByteBuffer()
    private var move = ByteBuffer()
    /// Not drawn from the seed: a second run on one store must not repeat names.
    private var nextName = UInt128.random(in: 0 ... .max)

    /// Makes the calls of one connection, from chances of its own.
    init(_ material: TransferMaterial, _ shared: CallMaterial, connection: Int) {
        self.material = material
        draw = CallDraw(shared, connection: connection)
    }

    mutating func makeCall(_ output: inout ByteBuffer, sequence: Int, start: UInt64) -> Call {
        request.removeAll()
        for _ in 0..<material.load.batchCount {
            _ = draw.nextOperation()
            appendPosting(from: draw.user, to: draw.nextReceiver())
        }
        // A client opens the odd streams.
        let envelope = RequestTemplate.Envelope(streamID: UInt32(2 * sequence + 1))
        TransferMaterial.post.append(to: &output, envelope, request.bytes)
        return Call(operation: .send, user: draw.user)
    }

    mutating func nextReply(
        in bytes: inout UnsafeRawBufferPointer
    ) throws(BrokenReply) -> (sequence: Int, reply: ReplyFrame)? {
        try wire.nextReply(in: &bytes)
    }

    /// Every posting of a call has to be made: users have more than they can spend.
    func answer(to call: Call, in reply: ReplyFrame) -> Answer {
        switch wire.outcome(of: reply) {
        case .ok(let response):
            Self.madeCount(in: response) == material.load.batchCount
                ? .receipt(noteID: 0) : .failed(.wrongAnswer)
        case .failed(let code): .failed(.status(code))
        case .malformed: .failed(.wrongAnswer)
        }
    }

    /// The number of postings in an encoded `PostTransfersResponse` that were made; a result
    /// begins with the number of the first transfer then.
    private static func madeCount(in response: UnsafeRawBufferPointer) -> Int {
        var walk = FieldWalk(response)
        var count = 0
        while let field = walk.next() {
            var result = FieldWalk(field.content)
            if field.number == 1, result.next()?.number == 1 { count += 1 }
        }
        return walk.isBroken ? 0 : count
    }

    /// Encodes a `LedgerPosting`: reference = 1, moves = 2; of each move kind = 1, source = 2,
    /// destination = 3, amount = 4.
    private mutating func appendPosting(from payer: Int, to payee: Int) {
        move.removeAll()
        move.append(1 << 3)
        move.append(material.load.payees == .one ? 2 : 3)
        material.withAccount(of: payer) { account in
            move.append(field: 2, byteCount: account.count)
            move.append(account)
        }
        switch material.load.payees {
        case .one:
            move.append(field: 3, byteCount: material.till.count)
            move.append(material.till)
        case .many:
            material.withAccount(of: payee) { account in
                move.append(field: 3, byteCount: account.count)
                move.append(account)
            }
        }
        move.append(4 << 3)
        move.append(1)
        posting.removeAll()
        posting.append(field: 1, byteCount: 16)
        withUnsafeBytes(of: nextName.bigEndian) { posting.append($0) }
        nextName &+= 1
        posting.append(field: 2, byteCount: move.count)
        posting.append(move.bytes)
        request.append(field: 1, byteCount: posting.count)
        request.append(posting.bytes)
    }
}
