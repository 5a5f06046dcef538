/// Takes orders over one connection, each of them once and as the rider whose turn it is.
struct AcceptCaller: Caller, ~Copyable {
    private let wire = FrameWire()
    private let material: DeliveryMaterial
    private let shared: CallMaterial
    private let share: OrderShare
    private var request = ByteBuffer()

    /// Takes what is left of some orders.
    init(_ material: DeliveryMaterial, _ shared: CallMaterial, _ share: OrderShare) {
        (self.material, self.shared, self.share) = (material, shared, share)
    }

    mutating func makeCall(_ output: inout ByteBuffer, sequence: Int, start: UInt64) -> Call {
        let number = share.next()
        // In turn, so that each rider gets as many.
        let rider = number % material.riderCount
        request.removeAll()
        request.append(field: 1, byteCount: DeliveryCast.idByteCount)
        DeliveryCast.withID(number, of: material.cast.orders) { request.append($0) }
        // A client opens the odd streams.
        var envelope = RequestTemplate.Envelope(streamID: UInt32(2 * sequence + 1))
        shared.addressBook.withToken(of: rider) { token in
            envelope.token = token
            DeliveryMaterial.accept.append(to: &output, envelope, request.bytes)
        }
        return Call(operation: .send, user: rider)
    }

    mutating func nextReply(
        in bytes: inout UnsafeRawBufferPointer
    ) throws(BrokenReply) -> (sequence: Int, reply: ReplyFrame)? {
        try wire.nextReply(in: &bytes)
    }

    /// Nobody else asks for the order, so that every call has to win.
    func answer(to call: Call, in reply: ReplyFrame) -> Answer {
        wire.answer(in: reply) { $0.count > 0 }
    }
}
