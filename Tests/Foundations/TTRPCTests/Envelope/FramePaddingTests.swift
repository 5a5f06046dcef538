import ProtobufCoding
import Testing

@testable import TTRPC

/// Padded frames have a few sizes, and say what they said.
@Suite
struct FramePaddingTests {
    private static let sizes = [64, 256, 1_024, 4_096, 16_384]
    private static let padding = FramePadding(fieldNumber: 15, frameByteCounts: sizes)

    private struct Message: Codable, Equatable {
        var content: [UInt8] = []
        var padding: [UInt8] = []

        enum CodingKeys: Int, CodingKey {
            case content = 1
            case padding = 15
        }
    }

    private func smallest(_ byteCount: Int) -> Int {
        Self.sizes.first { $0 >= byteCount } ?? (byteCount + 16_383) / 16_384 * 16_384
    }

    @Test("A response of any size up to two records gets one of the sizes")
    func responses() throws {
        var skippedCount = 0
        for payloadByteCount in 0...34_000 {
            let frame = { (payload: Int) in
                FrameHeader.byteCount + ResponseFrame.bodyByteCount(payloadByteCount: payload)
            }
            let added = Self.padding.fieldByteCount(
                behind: payloadByteCount,
                frameByteCount: frame
            )
            let (bare, padded) = (frame(payloadByteCount), frame(payloadByteCount + added))
            #expect(padded == smallest(padded), "\(payloadByteCount)")
            if padded != smallest(bare) { skippedCount += 1 }
        }
        // The few sizes that miss the next one by bytes that no field has.
        #expect((1...100).contains(skippedCount), "\(skippedCount)")
    }

    @Test("What is added is one field, and the message in front of it the same")
    func content() throws {
        for count in [0, 1, 40, 41, 42, 43, 44, 120, 250, 1_000, 4_060, 8_192, 16_365, 40_000] {
            let message = Message(content: [UInt8](repeating: 7, count: count))
            let bare = try ProtobufEncoder().encode(message)
            let added = Self.padding.fieldByteCount(behind: bare.count) { 10 + $0 }
            let padded = [UInt8](encodedByteCountMax: bare.count + added) { output in
                bare.withRawSpan { output.append(copying: $0) }
                Self.padding.encode(byteCount: added, into: &output)
            }
            #expect(padded.count == bare.count + added)
            #expect((padded.count + 10) == smallest(padded.count + 10))
            let read = try ProtobufDecoder().decode(Message.self, from: padded)
            #expect(read.content == message.content)
            #expect(read.padding.allSatisfy { $0 == 0 } && read.padding.isEmpty == (added == 0))
            #expect(try ProtobufEncoder().encode(read) == padded)
        }
    }

    @Test("A request gets one of the sizes whatever travels beside its message")
    func requests() throws {
        for (count, timeout) in [(0, 0), (1, 1), (300, 5_000_000_000), (9_000, .max)] {
            for metadata: Metadata in [[:], ["authorization": "Bearer 12", "padding": "yes"]] {
                let parts = RequestParts(
                    method: MethodDescriptor(service: "svc", method: "Echo"),
                    timeoutNanoseconds: Int64(timeout),
                    metadata: metadata,
                    padding: Self.padding
                )
                let payload = [UInt8](repeating: 1, count: count)
                let byteCount = parts.byteCount(payloadByteCount: count)
                let body = [UInt8](encodedByteCountMax: byteCount) { output in
                    payload.withRawSpan { parts.encode(payload: $0, into: &output) }
                }
                #expect(body.count == byteCount)
                #expect(Self.sizes.contains(FrameHeader.byteCount + byteCount))
                let envelope = try body.withRawSpan { body in
                    try RequestEnvelope(reading: body, limits: WireLimits())
                }
                #expect(Array(body[envelope.payload].prefix(count)) == payload)
                #expect(body[envelope.payload].dropFirst(count).starts(with: [0x7a]))
            }
        }
    }

    @Test("A frame that is too long for any size stays as it is")
    func tooLong() {
        let count = WireLimits.protocolMessageByteCountMax - 5
        #expect(Self.padding.fieldByteCount(behind: count) { 10 + $0 } == 0)
    }

    @Test("A server's replies and messages are padded as it says", .timeLimit(.minutes(1)))
    func served() async throws {
        var router = Router()
        router.registerUnary(Methods.raw) { call, payload, reply in
            #expect(call.connection.transport == .tcp)
            reply.succeed(payload.copiedBytes(), padding: Self.padding)
        }
        router.registerUnary(Methods.echo) { _, payload, reply in
            let bytes = payload.copiedBytes()
            reply.deferred().succeed(bytes, padding: Self.padding)
        }
        router.registerStream(Methods.flood, .serverStream) { _, stream in
            stream.execute {
                stream.send([8, 1], padding: Self.padding)
                stream.finish()
            }
            return SilentHandler()
        }
        let running = try RunningServer(router)
        let peer = try RawPeer(running)
        for (id, method) in [(1, Methods.raw), (3, Methods.echo), (5, Methods.flood)] {
            let name = (method.service, method.method)
            try await peer.send(requestFrame(UInt32(id), name.0, name.1, payload: [8, 1]))
            let frame = try #require(try await peer.receive())
            #expect(frame.header.frameByteCount == 64)
            let message = frame.header.type == .data ? frame.body : frame.payload
            #expect(message.starts(with: [8, 1, 0x7a]))
            if frame.header.type == .data { _ = try await peer.receive() }
        }
    }
}

private final class SilentHandler: ServerStreamHandler {
    func streamDidReceive(_ stream: ServerStream, _ message: RawSpan) {}
}
