import Testing

@testable import TTRPC

@Suite(.timeLimit(.minutes(1)))
struct CallTests {
    @Test
    func unaryCallsAreAnswered() async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        let answer: EchoPayload = try await client.call(
            Methods.echo,
            EchoPayload(seq: 1, msg: "Echo me")
        )
        #expect(answer == EchoPayload(seq: 2, msg: "Echo me"))
    }

    @Test
    func emptyMessagesAreMessages() async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        #expect(try await client.call(Methods.raw, payload: []) == [])
        let stream = client.openStream(Methods.echoStream, .bidirectional)
        try await stream.send([])
        var messages = stream.messages.makeAsyncIterator()
        #expect(try await messages.next() == [8, 1])
        stream.finishSending()
        #expect(try await messages.next() == nil)
    }

    @Test
    func aThousandCallsShareOneConnection() async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<UInt32(1_000) {
                group.addTask {
                    let request = EchoPayload(seq: index, msg: "\(index)")
                    let answer: EchoPayload = try await client.call(Methods.echo, request)
                    return answer == EchoPayload(seq: index + 1, msg: "\(index)")
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test
    func bidirectionalStreamsEcho() async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        let stream: TypedStream<EchoPayload, EchoPayload> = client.bidirectional(Methods.echoStream)
        var responses = stream.responses.makeAsyncIterator()
        for seq in stride(from: UInt32(0), to: 100, by: 2) {
            try await stream.send(EchoPayload(seq: seq, msg: "\(seq): Echo in a stream"))
            let response = try await responses.next()
            #expect(response == EchoPayload(seq: seq + 1, msg: "\(seq): Echo in a stream"))
        }
        stream.finishSending()
        #expect(try await responses.next() == nil)
    }

    @Test
    func clientStreamsAreSummedUp() async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        let stream: TypedStream<Part, Sum> = client.clientStream(Methods.sumStream)
        for add in Int32(-99)...100 { try await stream.send(Part(add: add)) }
        #expect(try await stream.finish() == Sum(sum: 100, num: 200))
    }

    @Test
    func serverStreamsComeInOrder() async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        var sum = Sum()
        let parts = try client.serverStream(
            Methods.divideStream,
            Sum(sum: 392, num: 30),
            returning: Part.self
        )
        for try await part in parts {
            sum.sum += part.add
            sum.num += 1
        }
        #expect(sum == Sum(sum: 392, num: 30))
    }

    @Test
    func refusalsCarryTheirDetails() async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        let error = await #expect(throws: RPCError.self) {
            try await client.call(
                Methods.fail,
                EchoPayload(msg: "no such note"),
                returning: EchoPayload.self
            )
        }
        let detail = StatusDetail(typeURL: "type.example/Refusal", value: [8, 1])
        #expect(error?.status == Status(.notFound, "no such note", details: [detail]))
    }

    @Test(arguments: [
        ("nope", "Echo", "service nope"), ("svc", "Nope", "method Nope"), ("", "", "service "),
    ])
    func unknownNamesAreUnimplemented(service: String, method: String, text: String) async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        let error = await #expect(throws: RPCError.self) {
            try await client.call(MethodDescriptor(service: service, method: method), payload: [])
        }
        #expect(error == RPCError(.unimplemented, text))
    }

    @Test
    func requestsThatCannotBeDecodedAreRefused() async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        let error = await #expect(throws: RPCError.self) {
            try await client.call(Methods.echo, payload: [0xFF])
        }
        #expect(error?.code == .invalidArgument)
    }
}
