/// Opens orders as an operator, each with a stamp, by which watchers know when that was asked for.
struct OpeningCaller: Caller, ~Copyable {
    private let wire = FrameWire()
    private let material: DeliveryMaterial
    private var request = ByteBuffer()
    private var summary = ByteBuffer()
    /// Counts the orders; not drawn from the seed, for a name is given once in a store.
    private var nextName = UInt128.random(in: 0 ... .max)

    private static let summaryText = Array("Noodles".utf8)

    /// Opens orders of the pool that is watched.
    init(_ material: DeliveryMaterial) {
        self.material = material
    }

    mutating func makeCall(_ output: inout ByteBuffer, sequence: Int, start: UInt64) -> Call {
        let stamp = Stamp(number: UInt64(truncatingIfNeeded: nextName), start: start)
        summary.removeAll()
        summary.append(Self.summaryText)
        stamp.append(to: &summary)
        request.removeAll()
        request.append(material.newOrder)
        // Of a `CreateOrderRequest`: reference = 2, summary = 3.
        request.append(field: 2, byteCount: 16)
        withUnsafeBytes(of: nextName.bigEndian) { request.append($0) }
        request.append(field: 3, byteCount: summary.count)
        request.append(summary.bytes)
        nextName &+= 1
        // A client opens the odd streams.
        let envelope = RequestTemplate.Envelope(streamID: UInt32(2 * sequence + 1))
        DeliveryMaterial.create.append(to: &output, envelope, request.bytes)
        // All watchers wait for it, as for a note to the one user who is watched.
        return Call(operation: .send, user: 0, number: stamp.number)
    }

    mutating func nextReply(
        in bytes: inout UnsafeRawBufferPointer
    ) throws(BrokenReply) -> (sequence: Int, reply: ReplyFrame)? {
        try wire.nextReply(in: &bytes)
    }

    func answer(to call: Call, in reply: ReplyFrame) -> Answer {
        wire.answer(in: reply) { $0.count > 0 }
    }
}
