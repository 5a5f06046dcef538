/// Reads ways of a day over one connection, each time that of another rider.
struct RouteCaller: Caller, ~Copyable {
    private let wire = FrameWire()
    private let material: DeliveryMaterial
    private let shared: CallMaterial
    private var random: SeededRandom
    private var request = ByteBuffer()
    /// The positions that have come of the calls under way, by their streams.
    private var counts: [UInt32: Int] = [:]

    private static let flagsOffset = 9
    /// The flag that says that no more comes on a stream.
    private static let closedFlag: UInt8 = 1

    /// A stream that has ended: how, if that was told, and how many positions it had.
    struct Reply {
        let refusal: ReplyFrame?
        let positionCount: Int
    }

    /// Draws riders with chances that no other connection has.
    init(_ material: DeliveryMaterial, _ shared: CallMaterial, connection: Int) {
        (self.material, self.shared) = (material, shared)
        random = SeededRandom(seed: shared.seed, stream: UInt64(connection))
    }

    mutating func makeCall(_ output: inout ByteBuffer, sequence: Int, start: UInt64) -> Call {
        let rider = Int(random.number(below: UInt64(material.cast.routeCount)))
        request.removeAll()
        request.append(field: 1, byteCount: DeliveryCast.idByteCount)
        DeliveryCast.withID(rider, of: material.cast.routes) { request.append($0) }
        // A client opens the odd streams.
        var envelope = RequestTemplate.Envelope(streamID: UInt32(2 * sequence + 1))
        shared.addressBook.withToken(of: rider) { token in
            envelope.token = token
            DeliveryMaterial.route.append(to: &output, envelope, request.bytes)
        }
        return Call(operation: .send, user: rider)
    }

    /// A stream ends with a message that says so, or with a response that refuses it.
    mutating func nextReply(
        in bytes: inout UnsafeRawBufferPointer
    ) throws(BrokenReply) -> (sequence: Int, reply: Reply)? {
        while let frame = try ReplyFrame.first(in: bytes) {
            let isLast = bytes[Self.flagsOffset] & Self.closedFlag != 0
            bytes = UnsafeRawBufferPointer(rebasing: bytes[frame.byteCount...])
            guard frame.streamID & 1 == 1 else { continue }
            let sequence = Int(frame.streamID >> 1)
            if frame.kind == .response {
                counts[frame.streamID] = nil
                return (sequence, Reply(refusal: frame, positionCount: 0))
            }
            let count = counts[frame.streamID, default: 0] + Self.positionCount(in: frame.body)
            counts[frame.streamID] = isLast ? nil : count
            if isLast { return (sequence, Reply(refusal: nil, positionCount: count)) }
        }
        return nil
    }

    /// A way has to be whole.
    func answer(to call: Call, in reply: Reply) -> Answer {
        if let refusal = reply.refusal { return wire.answer(in: refusal) { _ in false } }
        return reply.positionCount == material.cast.positionsPerRoute
            ? .receipt(noteID: 0) : .failed(.wrongAnswer)
    }

    /// The number of positions in an encoded `GetRouteResponse`: locations = 1.
    static func positionCount(in message: UnsafeRawBufferPointer) -> Int {
        var walk = FieldWalk(message)
        var count = 0
        while let field = walk.next() {
            if field.number == 1 { count += 1 }
        }
        return walk.isBroken ? 0 : count
    }
}
