import NoteletAPI
import ProtobufCoding
import TTRPC
import Testing

@testable import notelet_bench

@Suite("Frames")
struct WireTests {
    @Test("A request is what the protocol describes", arguments: [0, 1, 127, 128, 5_000])
    func request(payloadByteCount: Int) throws {
        let template = RequestTemplate(service: "a.v1.Service", method: "Method")
        let payload = [UInt8](repeating: 7, count: payloadByteCount)
        let token = Array(String(repeating: "t", count: 64).utf8)
        var output = ByteBuffer()
        token.withUnsafeBytes { token in
            payload.withUnsafeBytes { payload in
                let envelope = RequestTemplate.Envelope(
                    streamID: 0x0102_0305,
                    token: token,
                    idempotencyKey: 0xAB
                )
                template.append(to: &output, envelope, payload)
            }
        }
        let frame = Array(output.bytes)
        let bodyByteCount = frame.count - 10
        #expect(frame.prefix(4).reduce(0) { $0 << 8 | Int($1) } == bodyByteCount)
        #expect(Array(frame[4..<10]) == [1, 2, 3, 5, 1, 0])
        let body = try ProtobufDecoder().decode(Envelope.self, from: Array(frame[10...]))
        #expect(body.service == "a.v1.Service")
        #expect(body.method == "Method")
        #expect(body.payload == payload)
        #expect(body.timeout == 30_000_000_000)
        #expect(body.metadata.map(\.key) == ["authorization", "idempotency-key"])
        #expect(body.metadata.first?.value == "Bearer " + String(repeating: "t", count: 64))
        #expect(body.metadata.last?.value == String(repeating: "0", count: 30) + "ab")
    }

    @Test("A watch says that no data follows, and has no timeout")
    func watch() throws {
        let template = RequestTemplate(service: "s", method: "m", answer: .messages)
        var output = ByteBuffer()
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        template.append(to: &output, RequestTemplate.Envelope(streamID: 1), nothing)
        let frame = Array(output.bytes)
        #expect(frame[9] == 1)
        let body = try ProtobufDecoder().decode(Envelope.self, from: Array(frame[10...]))
        #expect(body.timeout == 0 && body.metadata.isEmpty && body.payload.isEmpty)
    }

    @Test("Frames are found whole, wherever the bytes are cut")
    func frames() {
        let frame: [UInt8] = [0, 0, 0, 3, 0, 0, 0, 9, 2, 0, 11, 12, 13]
        let bytes = frame + frame
        for count in 0...bytes.count {
            bytes[..<count].withUnsafeBytes { bytes in
                var walk = FrameWalk(bytes)
                var found = 0
                while let reply = walk.next() {
                    found += 1
                    #expect(reply.streamID == 9 && reply.kind == .response)
                    #expect(Array(reply.body) == [11, 12, 13])
                }
                #expect(found == count / frame.count)
                #expect(walk.rest.count == count % frame.count)
                #expect(!walk.isBroken)
            }
        }
    }

    @Test(
        "Bytes that are no frames are noticed",
        arguments: [
            [0x16, 3, 1, 0, 0, 0, 0, 1, 2, 0], [0, 0x40, 0, 1, 0, 0, 0, 1, 2, 0],
            [0, 0, 0, 0, 0, 0, 0, 1, 9, 0],
        ] as [[UInt8]]
    )
    func broken(bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            var walk = FrameWalk(bytes)
            #expect(walk.next()?.byteCount == nil)
            #expect(walk.isBroken)
        }
    }

    @Test("A good response lends its payload, a refusal its code")
    func outcomes() {
        #expect(outcome(of: []) == "ok 0")
        #expect(outcome(of: [0x12, 2, 5, 6]) == "ok 2")
        #expect(outcome(of: [0x0A, 2, 0x08, 8]) == "RESOURCE_EXHAUSTED")
        #expect(outcome(of: [0x12, 3, 5, 6]) == "malformed")
        #expect(outcome(of: [0x12, 1, 5, 6]) == "malformed")
        #expect(outcome(of: [0x1A, 0]) == "malformed")
        #expect(outcome(of: [0x0A, 5, 0x08]) == "malformed")
    }

    @Test("A buffer gives back what was put in, however it grows")
    func buffer() {
        var buffer = ByteBuffer()
        var expected: [UInt8] = []
        for round in 0..<200 {
            let bytes = [UInt8](repeating: UInt8(round), count: round * 7)
            buffer.append(bytes)
            expected += bytes
            let taken = min(expected.count, round * 3)
            buffer.consume(taken)
            expected.removeFirst(taken)
            #expect(Array(buffer.bytes) == expected)
        }
        buffer.consume(buffer.count)
        let isEmpty = buffer.isEmpty
        #expect(isEmpty)
        buffer.append(hexadecimal: UInt32(0xDEAD_01FF))
        #expect(Array(buffer.bytes) == Array("dead01ff".utf8))
    }

    private func outcome(of body: [UInt8]) -> String {
        body.withUnsafeBytes { body in
            switch ReplyOutcome(body) {
            case .ok(let payload): "ok \(payload.count)"
            case .failed(let code): "\(code)"
            case .malformed: "malformed"
            }
        }
    }
}

/// `ttrpc.Request`, as its definition has it.
struct Envelope: Codable {
    var service: String
    var method: String
    var payload: [UInt8]
    var timeout: Int64
    var metadata: [Pair]

    struct Pair: Codable {
        var key: String
        var value: String

        private enum CodingKeys: Int, CodingKey {
            case key = 1
            case value = 2
        }
    }

    private enum CodingKeys: Int, CodingKey {
        case service = 1
        case method = 2
        case payload = 3
        case timeout = 4
        case metadata = 5
    }
}
