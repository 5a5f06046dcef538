import Testing

@testable import TTRPC

/// Streams whose peer says nothing.
@Suite(.timeLimit(.minutes(1)))
struct SilenceTests {
    /// Says nothing, and does not end.
    private final class SilentHandler: ServerStreamHandler {
        func streamDidReceive(_ stream: ServerStream, _ message: RawSpan) {}
    }

    /// A call and what it goes through.
    private struct OpenCall {
        let server: RunningServer
        let client: Client
        let messages: MessageSequence<Part>
    }

    private func open(_ method: MethodDescriptor) async throws -> OpenCall {
        var router = Router.underTest()
        router.registerStream(Methods.method("Silent"), .serverStream) {
            _,
            _ throws(RPCError) in SilentHandler()
        }
        let server = try RunningServer(router)
        let client = try await server.connect()
        let messages: MessageSequence<Part> = try client.serverStream(method, Sum(sum: 60, num: 2))
        return OpenCall(server: server, client: client, messages: messages)
    }

    @Test func aPeerThatIsSilentForTooLongCountsAsGone() async throws {
        let call = try await open(Methods.method("Silent"))
        let error = await #expect(throws: RPCError.self) {
            try await call.messages.next(within: .milliseconds(20))
        }
        #expect(error?.code == .unavailable)
        #expect(error?.message == "the server was silent for 0.02 seconds")
    }

    @Test func messagesAndTheEndComeAsTheyDoWithoutALimit() async throws {
        let call = try await open(Methods.divideStream)
        for sum in [60, 0] as [Int32] {
            #expect(try await call.messages.next(within: .seconds(50)) == Part(add: sum))
        }
        #expect(try await call.messages.next(within: .seconds(50)) == nil)
    }

    @Test func aFailureComesAsItIs() async throws {
        let call = try await open(Methods.method("Silent"))
        call.client.close()
        let error = await #expect(throws: RPCError.self) {
            try await call.messages.next(within: .seconds(50))
        }
        #expect(error?.message != "the server was silent for 50.0 seconds")
    }

    @Test func whoGivesUpWaitingIsToldSo() async throws {
        let call = try await open(Methods.method("Silent"))
        let waiting = Task {
            do throws(RPCError) {
                _ = try await call.messages.next(within: .seconds(50))
                return StatusCode.ok
            } catch {
                return error.code
            }
        }
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
    }
}
