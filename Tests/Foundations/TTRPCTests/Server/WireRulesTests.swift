import TestSupport
import Testing

@testable import TTRPC

/// What a peer sees that breaks the rules, over a real socket.
@Suite(.timeLimit(.minutes(1)))
struct WireRulesTests {
    private static let rawRequest = requestFrame(1, "svc", "Raw", payload: [7])

    @Test
    func bytesMayComeOneByOne() async throws {
        let server = try RunningServer()
        let peer = try RawPeer(server)
        for byte in Self.rawRequest { try await peer.send([byte]) }
        let reply = try #require(try await peer.receive())
        #expect(reply.header == FrameHeader(bodyByteCount: 3, streamID: .first, type: .response))
        #expect(reply.payload == [7])
    }

    @Test
    func manyRequestsOfOneReadAreAnsweredInOrder() async throws {
        let server = try RunningServer()
        let peer = try RawPeer(server)
        let ids = stride(from: UInt32(1), to: 2_001, by: 2)
        try await peer.send(
            ids.flatMap { requestFrame($0, "svc", "Raw", payload: [UInt8($0 % 251)]) }
        )
        for id in ids {
            let reply = try #require(try await peer.receive())
            #expect(reply.header.streamID == StreamID(id))
            #expect(reply.payload == [UInt8(id % 251)])
        }
    }

    @Test
    func anOversizedRequestIsRefusedAndTheConnectionGoesOn() async throws {
        let server = try RunningServer()
        let peer = try RawPeer(server)
        try await peer.send(frame(1, 1, [UInt8](repeating: 0, count: (4 << 20) + 1)))
        let refusal = try #require(try await peer.receive())
        #expect(
            refusal.response?.status
                == Status(
                    .resourceExhausted,
                    "message length 4194305 exceed maximum message size of 4194304"
                )
        )
        try await peer.send(requestFrame(3, "svc", "Raw", payload: [7]))
        #expect(try await peer.receive()?.payload == [7])
    }

    @Test
    func theLargestMessageIsTakenAndTheLargestAnswerSent() async throws {
        let server = try RunningServer()
        let peer = try RawPeer(server)
        let names = requestFrame(1, "svc", "Raw").count - 10
        let largest = (4 << 20) - names - 5
        try await peer.send(
            requestFrame(1, "svc", "Raw", payload: [UInt8](repeating: 7, count: largest))
        )
        #expect(try await peer.receive()?.payload.count == largest)
    }

    @Test
    func aStrangerIsSentAway() async throws {
        let server = try RunningServer()
        let peer = try RawPeer(server)
        try await peer.send([0x16, 0x03, 0x01])
        #expect(try await peer.receive() == nil)
    }

    @Test
    func badFramesAreAnsweredUpToTheBudget() async throws {
        let server = try RunningServer()
        let peer = try RawPeer(server)
        try await peer.send([[UInt8]](repeating: frame(2, 1), count: 100).flatMap { $0 })
        for _ in 0..<32 {
            #expect(try await peer.receive()?.response?.status.code == .invalidArgument)
        }
        #expect(try await peer.receive() == nil)
    }

    @Test
    func dataOnAUnaryCallEndsIt() async throws {
        let server = try RunningServer()
        let peer = try RawPeer(server)
        try await peer.send(requestFrame(1, "svc", "Never", flags: 2) + frame(1, 3, [1]))
        let status = try await peer.receive()?.response?.status
        #expect(status == Status(.invalidArgument, "a unary call takes no data messages"))
        try await peer.send(requestFrame(3, "svc", "Raw", payload: [7]))
        #expect(try await peer.receive()?.header.streamID == StreamID(3))
    }

    @Test
    func aBrokenRuleEndsTheStream() async throws {
        let server = try RunningServer()
        let peer = try RawPeer(server)
        try await peer.send(requestFrame(1, "svc", "SumStream", flags: 2) + frame(1, 3, flags: 5))
        #expect(try await peer.receive()?.header.type == .response)
        try await peer.send(requestFrame(3, "svc", "EchoStream", flags: 2))
        try await peer.send(requestFrame(3, "svc", "EchoStream", flags: 2))
        let status = try await peer.receive()?.response?.status
        #expect(status?.message == "StreamID cannot be re-used and must increment")
    }

    @Test
    func streamsEndInTheWordsOfTheProtocol() async throws {
        let server = try RunningServer()
        let peer = try RawPeer(server)
        try await peer.send(requestFrame(1, "svc", "EchoStream", flags: 2) + frame(1, 3, [8, 1]))
        let message = try #require(try await peer.receive())
        #expect(message.header.type == .data && message.header.flags == [])
        #expect(message.body == [8, 2])
        try await peer.send(frame(1, 3, flags: 5))
        let end = try #require(try await peer.receive())
        #expect(end.header.type == .data && end.header.flags == [.remoteClosed, .noData])
        #expect(end.body == [])
    }

    @Test
    func streamsOfOneConnectionHaveALimit() async throws {
        let server = try RunningServer { $0.limits.streamCountPerConnectionMax = 2 }
        let peer = try RawPeer(server)
        for id in [1, 3, 5] as [UInt32] {
            try await peer.send(requestFrame(id, "svc", "EchoStream", flags: 2))
        }
        let refusal = try #require(try await peer.receive())
        #expect(refusal.header.streamID == StreamID(5))
        #expect(refusal.response?.status.code == .resourceExhausted)
        try await peer.send(frame(1, 3, flags: 5))
        #expect(try await peer.receive()?.header.streamID == .first)
        try await peer.send(requestFrame(7, "svc", "Raw", payload: [7]))
        #expect(try await peer.receive()?.payload == [7])
    }

    @Test
    func connectionsHaveALimit() async throws {
        let server = try RunningServer { $0.limits.connectionCountMax = 1 }
        let first = try RawPeer(server)
        try await first.send(Self.rawRequest)
        #expect(try await first.receive()?.payload == [7])
        let second = try RawPeer(server)
        #expect(try await second.receive() == nil)
        #expect(server.server.connectionCount == 1)
    }

    @Test
    func anAnswerStillReachesAPeerThatSendsNoMore() async throws {
        let server = try RunningServer()
        let peer = try RawPeer(server)
        try await peer.send(requestFrame(1, "svc", "Echo", payload: [8, 1]))
        peer.endSending()
        #expect(try await peer.receive()?.payload == [8, 2])
        #expect(try await peer.receive() == nil)
    }

    @Test
    func damagedTrafficLeavesTheServerAlive() async throws {
        let server = try RunningServer { $0.limits.connectionCountPerAddressMax = nil }
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let traffic =
            Self.rawRequest + requestFrame(3, "svc", "EchoStream", flags: 2)
            + frame(3, 3, [8, 1]) + frame(3, 3, flags: 5) + requestFrame(5, "svc", "Echo")
        for _ in 0..<200 {
            var bytes = traffic
            for _ in 0..<3 {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = UInt8.random(in: 0 ... .max, using: &generator)
            }
            let peer = try RawPeer(server)
            // The server may have closed the connection by then.
            try? await peer.send(bytes)
        }
        let peer = try RawPeer(server)
        try await peer.send(Self.rawRequest)
        #expect(try await peer.receive()?.payload == [7], "seed \(seed)")
    }
}

extension RawPeer.Frame: Equatable {
    static func == (left: Self, right: Self) -> Bool {
        left.header == right.header && left.body == right.body
    }
}
