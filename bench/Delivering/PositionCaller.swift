/// Tells over one connection where some riders are, each time another one, many positions at once.
struct PositionCaller: Caller, ~Copyable {
    private let wire = FrameWire()
    private let material: DeliveryMaterial
    private let shared: CallMaterial
    private let connection: Int
    private let connectionCount: Int
    private var rider: Int
    private var request = ByteBuffer()
    private var location = ByteBuffer()
    private var moment = ByteBuffer()

    /// Speaks for the riders that belong to one of so many connections.
    ///
    /// Of one rider, what comes out of order is not kept.
    init(
        _ material: DeliveryMaterial,
        _ shared: CallMaterial,
        connection: Int,
        of connectionCount: Int
    ) {
        (self.material, self.shared) = (material, shared)
        (self.connection, self.connectionCount) = (connection, connectionCount)
        rider = connection
    }

    mutating func makeCall(_ output: inout ByteBuffer, sequence: Int, start: UInt64) -> Call {
        let rider = rider
        self.rider += connectionCount
        if self.rider >= material.riderCount { self.rider = connection }
        request.removeAll()
        request.append(field: 1, byteCount: DeliveryCast.idByteCount)
        DeliveryCast.withID(rider, of: material.cast.ways) { request.append($0) }
        let place = material.takePlaces(ofRiderAt: rider)
        for offset in 0..<Int64(DeliveryMaterial.positionsPerCall) {
            appendLocation(atPlace: place + offset)
        }
        // A client opens the odd streams.
        var envelope = RequestTemplate.Envelope(streamID: UInt32(2 * sequence + 1))
        shared.addressBook.withToken(of: rider) { token in
            envelope.token = token
            DeliveryMaterial.update.append(to: &output, envelope, request.bytes)
        }
        return Call(operation: .send, user: rider)
    }

    mutating func nextReply(
        in bytes: inout UnsafeRawBufferPointer
    ) throws(BrokenReply) -> (sequence: Int, reply: ReplyFrame)? {
        try wire.nextReply(in: &bytes)
    }

    /// Every position has to be kept.
    func answer(to call: Call, in reply: ReplyFrame) -> Answer {
        wire.answer(in: reply) { response in
            var walk = FieldWalk(response)
            let first = walk.next()
            return first?.number == 1 && first?.value == DeliveryMaterial.positionsPerCall
        }
    }

    /// Encodes a `Location` that is 16 m and more away from the one before it.
    ///
    /// Its fields are latitude = 1, longitude = 2 and recorded_at = 3, with seconds = 1 and
    /// nanos = 2.
    private mutating func appendLocation(atPlace place: Int64) {
        let time = material.moment(ofPlace: place)
        moment.removeAll()
        moment.append(1 << 3)
        moment.append(varint: Int(time / 1_000))
        moment.append(2 << 3)
        moment.append(varint: Int(time % 1_000) * 1_000_000)
        location.removeAll()
        // By up to 6 m a receiver wavers.
        let (off, aside) = (place &* 40_503 & 511, place &* 30_011 & 511)
        location.append(field: 1, double: 37.5 + Double(place * 2_000 + off) / 10_000_000)
        location.append(field: 2, double: 126.978 + Double(aside) / 10_000_000)
        location.append(field: 3, byteCount: moment.count)
        location.append(moment.bytes)
        request.append(field: 2, byteCount: location.count)
        request.append(location.bytes)
    }
}

extension ByteBuffer {
    /// Adds a field of a double, as protobuf has it.
    mutating func append(field number: UInt8, double: Double) {
        append(number << 3 | 1)
        withUnsafeBytes(of: double.bitPattern.littleEndian) { append($0) }
    }
}

extension FrameWire {
    /// The answer that is a receipt where a good response is right.
    func answer(
        in reply: ReplyFrame,
        isRight: (_ response: UnsafeRawBufferPointer) -> Bool
    ) -> Answer {
        switch outcome(of: reply) {
        case .ok(let response): isRight(response) ? .receipt(noteID: 0) : .failed(.wrongAnswer)
        case .failed(let code): .failed(.status(code))
        case .malformed: .failed(.wrongAnswer)
        }
    }
}
