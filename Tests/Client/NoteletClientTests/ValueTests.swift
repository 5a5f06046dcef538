import ClientTestSupport
import Foundation
import NoteletClient
import TTRPC
import Testing

/// What apps keep and show: ids of their kind, dates, and JSON with both as people write them.
@Suite struct ValueTests {
    private static let text = "00010203-0405-0607-0809-0a0b0c0d0eff"
    private static let bytes: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255]

    private static func received(id: [UInt8] = bytes) -> ReceivedMessage {
        ReceivedMessage(
            id: id,
            content: "안녕",
            receivedAt: Timestamp(seconds: 1_700_000_000),
            senderName: "익명",
            isAnonymous: true,
            answer: Answer(content: "응", answeredAt: Timestamp(seconds: 1_700_000_060, nanos: 5))
        )
    }

    @Test("An id is its UUID, and never taken for one of another kind")
    func ids() throws {
        let id = try #require(NoteID(Self.text))
        #expect(id.bytes == Self.bytes && id.uuid == UUID(uuidString: Self.text))
        #expect(NoteID(id.uuid) == id && id.description == Self.text)
        #expect(NoteID(bytes: []) == nil)
        #expect(try JSONDecoder().decode([NoteID].self, from: JSONEncoder().encode([id])) == [id])
        for wrong in [#"["x"]"#, "[1]", #"[""]"#] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode([ContactID].self, from: Data(wrong.utf8))
            }
        }
    }

    @Test("A note has an identity, a date, and JSON with text ids")
    func notes() throws {
        let note = try #require(Note(Self.received()))
        #expect(note.id.description == Self.text && note.direction == .received)
        #expect(note.date == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(note.contactID == nil && note.counterpart == "익명" && note.isAnonymous)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        let json = String(decoding: try encoder.encode(note), as: UTF8.self)
        #expect(
            json == #"{"counterpart":"익명","date":"2023-11-14T22:13:20Z","direction":"received","#
                + #""id":"\#(Self.text)","isAnonymous":true,"#
                + #""reply":{"date":"2023-11-14T22:14:20Z","text":"응"},"text":"안녕"}"#
        )
        let copy = try JSONDecoder().decode(Note.self, from: JSONEncoder().encode(note))
        #expect(copy == note)
        #expect(Note(Self.received(id: [1])) == nil)
        let sent = SentMessage(id: Self.bytes, content: "a", contactID: Self.bytes)
        #expect(Note(.sent(sent))?.contactID == ContactID(Self.text))
    }

    @Test("A contact has an identity and dates")
    func contacts() throws {
        let contact = Contact(
            id: Self.bytes,
            name: "홍길동",
            registeredAt: Timestamp(seconds: 1),
            deletableAt: Timestamp(seconds: 259_201),
            isLinked: true
        )
        let entry = try #require(AddressBookEntry(contact))
        #expect(entry.id == ContactID(Self.text))
        #expect(entry.deletableFrom.timeIntervalSince(entry.additionDate) == 3 * 86_400)
        #expect(AddressBookEntry(Contact()) == nil)
    }

    @Test("An error tells a person what the service said")
    func errors() async throws {
        let server = try FakeServer { router in
            router.answer(HealthAPI.check) { _, _ in
                throw try RPCError.refusal(.linkNotFound)
            }
        }
        let client = try TestClient(server)
        let error = try #require(
            await #expect(throws: NoteletError.self) {
                try await client.notelet.check()
            }
        )
        let texts = RefusalCatalogue.texts(for: .linkNotFound)
        // As Foundation shows any error, in the language of whoever runs the tests.
        #expect(texts.values.contains((error as any Error).localizedDescription))
        #expect(error.errorDescription == error.localizedDescription)
    }
}
