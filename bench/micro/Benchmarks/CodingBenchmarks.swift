import NoteletAPI
import ProtobufCoding

/// The protobuf coder on the hot messages: hand-written codings, and Codable beside them.
enum CodingBenchmarks {
    static func all() throws -> [Microbenchmark] {
        let (encoder, decoder) = (ProtobufEncoder(), ProtobufDecoder())
        let send = SendToLinkRequest(link: String(repeating: "l", count: 22), content: Notes.text)
        let page = ListReceivedResponse(messages: Array(repeating: Notes.received, count: 50))
        let sendBytes = try encoder.encode(send)
        let pageBytes = try encoder.encode(page)
        let codable = CodableSend(link: send.link, content: send.content)
        let noteBytes = try encoder.encode(Notes.received)
        return [
            Microbenchmark("protobuf: encode SendToLinkRequest") { keep(try encoder.encode(send)) },
            Microbenchmark("protobuf: decode SendToLinkRequest") {
                keep(try decoder.decode(SendToLinkRequest.self, from: sendBytes))
            },
            Microbenchmark("protobuf: encode the same by Codable") {
                keep(try encoder.encode(codable))
            },
            Microbenchmark("protobuf: decode the same by Codable") {
                keep(try decoder.decode(CodableSend.self, from: sendBytes))
            },
            Microbenchmark("protobuf: encode a page of 50 notes") {
                keep(try encoder.encode(page))
            },
            Microbenchmark("protobuf: decode a page of 50 notes") {
                keep(try decoder.decode(ListReceivedResponse.self, from: pageBytes))
            },
            Microbenchmark("protobuf: a page of 50 notes from encoded ones") {
                var writer = NotePageWriter()
                for _ in 0..<50 { writer.append(noteBytes.span.bytes) }
                keep(writer.finish(nextCursor: []))
            },
        ]
    }
}

/// `SendToLinkRequest` without a coding of its own.
private struct CodableSend: Codable {
    var link: String
    var content: String
    var revealSender = false

    private enum CodingKeys: Int, CodingKey {
        case link = 1
        case content = 2
        case revealSender = 3
    }
}

/// What the benchmarks send and receive.
enum Notes {
    static let text = String(repeating: "A note of 24 characters.", count: 5)
    static let received = ReceivedMessage(
        id: Array(repeating: 7, count: 16),
        content: text,
        receivedAt: Timestamp(seconds: 1_700_000_000),
        senderName: "익명",
        isAnonymous: true
    )
}
