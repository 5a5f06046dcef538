import NoteletClient
import ProtobufCoding
import TTRPC

/// A receiver's connection without the client library: replies as the bytes that came.
struct ReceiverWire: Sendable {
    private let client: Client
    private let options: CallOptions

    /// Connects with the session of a person.
    init(of person: Person, at address: String) async throws {
        client = try await Client.connect(to: try Address(address))
        let token = person.sessions.load()?.accessToken ?? ""
        options = CallOptions(
            timeout: .seconds(10),
            metadata: ["authorization": "Bearer \(token)"]
        )
    }

    /// The whole inbox as a list, as a feed, and note by note.
    func everything() async throws -> [UInt8] {
        let list = try await call(
            MessagesAPI.listReceived.summary,
            ListReceivedRequest(pageSize: 500)
        )
        var bytes = list + (try await call(SyncAPI.pull.summary, PullRequest(pageSize: 500)))
        let notes = try ProtobufDecoder(limits: .replies).decode(
            ListReceivedResponse.self,
            from: list
        )
        for note in notes.messages {
            let request = GetMessageRequest(id: note.id)
            bytes += try await call(MessagesAPI.getMessage.summary, request)
        }
        return bytes
    }

    /// Ends the connection.
    func close() {
        client.close()
    }

    private func call(_ method: MethodSummary, _ request: some Encodable) async throws -> [UInt8] {
        try await client.call(
            TTRPC.MethodDescriptor(service: method.service, method: method.name),
            payload: try ProtobufEncoder().encode(request),
            options: options
        )
    }
}
