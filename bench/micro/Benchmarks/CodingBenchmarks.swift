import NoteletAPI
import ProtobufCoding

/// The protobuf coder on messages of the contract: in their fast form, and by Codable beside it.
enum CodingBenchmarks {
    static func all() throws -> [Microbenchmark] {
        let link = String(repeating: "l", count: 22)
        let contact = Contact(
            id: Array(repeating: 7, count: 16),
            name: "홍길동",
            relationship: "친구",
            registeredAt: Notes.received.receivedAt,
            remainingLockDays: 3,
            isLinked: true
        )
        return try both(SendToLinkRequest(link: link, content: Notes.text))
            + both(Notes.received)
            + both(contact)
            + both(UpdateContactRequest(id: contact.id, name: "홍길동", memo: "동아리"))
            + both(ListContactsResponse(contacts: Array(repeating: contact, count: 50)))
            + pages()
    }

    /// Both ways of one message; the messages within it keep their fast form.
    private static func both<Message: ContractMessage>(
        _ message: Message
    ) throws -> [Microbenchmark] {
        let (encoder, decoder) = (ProtobufEncoder(), ProtobufDecoder())
        let bytes = try encoder.encode(message)
        let coded = ByCodable(message: message)
        return [
            Microbenchmark("protobuf: encode \(Message.self)") {
                keep(try encoder.encode(message))
            },
            Microbenchmark("protobuf: encode \(Message.self) by Codable") {
                keep(try encoder.encode(coded))
            },
            Microbenchmark("protobuf: decode \(Message.self)") {
                keep(try decoder.decode(Message.self, from: bytes))
            },
            Microbenchmark("protobuf: decode \(Message.self) by Codable") {
                keep(try decoder.decode(ByCodable<Message>.self, from: bytes))
            },
        ]
    }

    private static func pages() throws -> [Microbenchmark] {
        let (encoder, decoder) = (ProtobufEncoder(), ProtobufDecoder())
        let page = ListReceivedResponse(messages: Array(repeating: Notes.received, count: 50))
        let pageBytes = try encoder.encode(page)
        let noteBytes = try encoder.encode(Notes.received)
        return [
            Microbenchmark("protobuf: encode a page of 50 notes") {
                keep(try encoder.encode(page))
            },
            Microbenchmark("protobuf: decode a page of 50 notes") {
                keep(try decoder.decode(ListReceivedResponse.self, from: pageBytes))
            },
            Microbenchmark("protobuf: a page of 50 notes from encoded ones") {
                var writer = ListPageWriter()
                for _ in 0..<50 { writer.append(noteBytes.span.bytes) }
                keep(writer.finish(nextCursor: []))
            },
        ]
    }
}

/// Codes a message by its synthesised conformance, whatever else it has.
private struct ByCodable<Message: Codable>: Codable {
    let message: Message

    init(message: Message) { self.message = message }

    init(from decoder: any Decoder) throws { message = try Message(from: decoder) }

    func encode(to encoder: any Encoder) throws { try message.encode(to: encoder) }
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
