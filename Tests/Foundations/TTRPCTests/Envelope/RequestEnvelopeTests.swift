import ProtobufCoding
import TestSupport
import Testing

@testable import TTRPC

@Suite
struct RequestEnvelopeTests {
    private static func read(
        _ body: [UInt8],
        limits: WireLimits = WireLimits()
    ) throws(EnvelopeError) -> RequestMessage {
        try body.withRawSpan { span throws(EnvelopeError) in
            let envelope = try RequestEnvelope(reading: span, limits: limits)
            return RequestMessage(
                service: String(decoding: body[envelope.service], as: UTF8.self),
                method: String(decoding: body[envelope.method], as: UTF8.self),
                payload: Array(body[envelope.payload]),
                timeoutNano: envelope.timeoutNanoseconds,
                metadata: envelope.copiedMetadata(in: span).pairs.map {
                    KeyValueMessage(key: $0.key, value: $0.value)
                }
            )
        }
    }

    private static let full = RequestMessage(
        service: "svc",
        method: "Echo",
        payload: [1, 2, 3],
        timeoutNano: 300,
        metadata: [KeyValueMessage(key: "k", value: "v"), KeyValueMessage(key: "k", value: "")]
    )

    /// What Go writes for `full`.
    private static let golden = bytes(
        """
        0a 03 73 76 63  12 04 45 63 68 6f  1a 03 01 02 03  20 ac 02
        2a 06 0a 01 6b 12 01 76  2a 03 0a 01 6b
        """
    )

    @Test
    func goldenBytesAreReadAndWritten() throws {
        #expect(try Self.read(Self.golden) == Self.full)
        let parts = RequestParts(
            method: MethodDescriptor(service: "svc", method: "Echo"),
            timeoutNanoseconds: 300,
            metadata: ["k": "v", "k": ""]
        )
        let written = [UInt8](encodedByteCountMax: parts.byteCount(payloadByteCount: 3)) { output in
            [1, 2, 3].withRawSpan { parts.encode(payload: $0, into: &output) }
        }
        #expect(written == Self.golden)
    }

    @Test(arguments: [0, 1, -1, 127, 128, Int64.max, Int64.min])
    func theHandWrittenCodeAgreesWithTheDefinition(timeout: Int64) throws {
        for count in [0, 1, 127, 128, 20_000] {
            var message = Self.full
            message.timeoutNano = timeout
            message.payload = [UInt8](repeating: 7, count: count)
            let encoded = try ProtobufEncoder().encode(message)
            #expect(try Self.read(encoded) == message)
            let parts = RequestParts(
                method: MethodDescriptor(service: "svc", method: "Echo"),
                timeoutNanoseconds: timeout,
                metadata: ["k": "v", "k": ""]
            )
            let size = parts.byteCount(payloadByteCount: count)
            let written = [UInt8](encodedByteCountMax: size) { output in
                message.payload.withRawSpan { parts.encode(payload: $0, into: &output) }
            }
            #expect(written == encoded)
            #expect(written.count == size)
        }
    }

    @Test
    func laterFieldsReplaceEarlierOnesAndUnknownOnesAreSkipped() throws {
        let unknown = bytes("50 07 4a 02 7a 7a 59 01 02 03 04 05 06 07 08 5d 01 02 03 04 20 05")
        let body = field(1, [0x61]) + unknown + field(1, [0x62])
        #expect(try Self.read(body) == RequestMessage(service: "b", timeoutNano: 5))
        // A known number with another wire type is unknown.
        #expect(try Self.read(bytes("08 07")) == RequestMessage())
    }

    @Test(arguments: [
        ("ff", EnvelopeError.truncated), ("0a", .truncated), ("0a 05 61", .truncated),
        ("0b", .invalidWireType), ("0c", .invalidWireType), ("0e", .invalidWireType),
        ("02 00", .invalidFieldNumber), ("20 ff ff ff ff ff ff ff ff ff 02", .overlongVarint),
        ("20 80 80 80 80 80 80 80 80 80 80 01", .overlongVarint), ("59 01", .truncated),
        ("80 80 80 80 10 00", .invalidFieldNumber), ("2a 02 0a 05", .truncated),
        ("0a ff ff ff ff ff ff ff ff ff 01", .truncated),
        ("2a 03 0a 01 ff", .invalidText(field: "metadata.key")),
        ("2a 03 12 01 ff", .invalidText(field: "metadata.value")),
    ])
    func damagedBytesAreErrors(hex: String, error: EnvelopeError) {
        #expect(throws: error) { try Self.read(bytes(hex)) }
        #expect(error.status.code == .invalidArgument)
        #expect(error.status.message.hasPrefix("unmarshal request error: "))
    }

    @Test
    func unknownFieldsHaveALimit() throws {
        let one = bytes("50 07")
        let most = [[UInt8]](repeating: one, count: 64).flatMap { $0 }
        #expect(try Self.read(most) == RequestMessage())
        #expect(throws: EnvelopeError.tooManyUnknownFields) { try Self.read(most + one) }
    }

    @Test
    func metadataHasLimits() throws {
        let pair = field(5, field(1, [0x6B]))
        let most = [[UInt8]](repeating: pair, count: 16).flatMap { $0 }
        #expect(try Self.read(most).metadata.count == 16)
        #expect(throws: EnvelopeError.tooManyMetadataPairs(limit: 16)) {
            try Self.read(most + pair)
        }
        let long = { field(5, field(2, [UInt8](repeating: 0x61, count: $0))) }
        #expect(try Self.read(long(4_093)).metadata.count == 1)
        #expect(throws: EnvelopeError.tooManyMetadataBytes(limit: 4_096)) {
            try Self.read(long(4_094))
        }
        let status = EnvelopeError.tooManyMetadataPairs(limit: 16).status
        #expect(status == Status(.resourceExhausted, "metadata may have at most 16 pairs"))
    }

    @Test
    func sendersKeepTheSameLimits() {
        var metadata = Metadata()
        for index in 0..<17 { metadata.append("k\(index)", "v") }
        let method = MethodDescriptor(service: "s", method: "m")
        let many = RequestParts(method: method, timeoutNanoseconds: 0, metadata: metadata)
        #expect(throws: RPCError(.resourceExhausted, "metadata may have at most 16 pairs")) {
            try many.check(WireLimits())
        }
        let long: Metadata = ["k": String(repeating: "v", count: 4_096)]
        let large = RequestParts(method: method, timeoutNanoseconds: 0, metadata: long)
        #expect(throws: RPCError(.resourceExhausted, "metadata may have at most 4096 bytes")) {
            try large.check(WireLimits())
        }
    }

    @Test
    func mutatedBytesNeverTrap() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        var acceptedCount = 0
        for _ in 0..<20_000 {
            var body = Self.golden
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<body.count, using: &generator)
                body[index] = UInt8.random(in: 0 ... .max, using: &generator)
            }
            body = Array(body.prefix(Int.random(in: 0...body.count, using: &generator)))
            if (try? Self.read(body)) != nil { acceptedCount += 1 }
        }
        #expect(acceptedCount > 0, "seed \(seed)")
    }
}
