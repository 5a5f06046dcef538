import TTRPC
import Testing

/// The example of the documentation, as an outside user writes it.
private struct Note: Codable, Sendable {
    var text = ""

    enum CodingKeys: Int, CodingKey { case text = 1 }
}

@Suite(.timeLimit(.minutes(1)))
struct ExampleTests {
    @Test
    func aServiceTakesADozenLines() async throws {
        let say = MethodDescriptor(service: "example.Echo", method: "Say")
        var router = Router()
        router.unary(say) { (note: Note, _) in
            guard !note.text.isEmpty else { throw RPCError(.invalidArgument, "say something") }
            return note
        }
        let server = try Server(router: router)
        let address = try server.listen(on: Address("tcp://127.0.0.1:0"))

        let client = try await Client.connect(to: address)
        let answer: Note = try await client.call(say, Note(text: "hello"))
        #expect(answer.text == "hello")

        await #expect(throws: RPCError(.invalidArgument, "say something")) {
            try await client.call(say, Note(), returning: Note.self)
        }
        client.close()
        server.beginGracefulShutdown()
        await server.waitUntilStopped()
    }
}
