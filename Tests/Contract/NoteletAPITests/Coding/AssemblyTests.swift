import NoteletAPI
import ProtobufCoding
import Testing

/// Pages put together from encoded notes are what encoding the whole page gives.
@Suite
struct AssemblyTests {
    private let encoder = ProtobufEncoder()

    private func received() throws -> [ReceivedMessage] { try messages() }
    private func sent() throws -> [SentMessage] { try messages() }

    @Test(arguments: [[], [1, 2, 3]] as [[UInt8]])
    func receivedPages(cursor: [UInt8]) throws {
        let notes = try received()
        var page = ListPageWriter(reservingByteCount: 4_096)
        for note in notes {
            let encoded = try encoder.encode(note)
            page.append(encoded.span.bytes)
        }
        let isEmpty = page.byteCount == 0
        #expect(!isEmpty)
        let response = ListReceivedResponse(messages: notes, nextCursor: cursor)
        let bytes = page.finish(nextCursor: cursor)
        #expect(try encoder.encode(response) == bytes)
    }

    @Test
    func sentPages() throws {
        let notes = try sent()
        var page = ListPageWriter()
        for note in notes {
            let encoded = try encoder.encode(note)
            page.append(encoded.span.bytes)
        }
        let bytes = page.finish(nextCursor: [9])
        #expect(
            try encoder.encode(ListSentResponse(messages: notes, nextCursor: [9])) == bytes
        )
    }

    @Test
    func pagesOfOneContact() throws {
        var page = ListPageWriter()
        var response = ListByContactResponse(nextCursor: [7])
        for (received, sent) in zip(try received(), try sent()) {
            for message in [Message(side: .received(received)), Message(side: .sent(sent))] {
                let encoded = try encoder.encode(message)
                page.append(encoded.span.bytes)
                response.messages.append(message)
            }
        }
        let bytes = page.finish(nextCursor: [7])
        #expect(try encoder.encode(response) == bytes)
    }

    @Test
    func changePages() throws {
        var writer = ChangePageWriter(reservingByteCount: 64)
        var page = ChangePage(cursor: [1, 2], isUpToDate: true)
        for (received, sent) in zip(try received(), try sent()) {
            let encodedReceived = try encoder.encode(received)
            let encodedSent = try encoder.encode(sent)
            writer.append(received: encodedReceived.span.bytes)
            writer.append(sent: encodedSent.span.bytes)
            page.changes += [Change(kind: .received(received)), Change(kind: .sent(sent))]
        }
        let others: [Change] = try messages()
        for change in others { try writer.append(change) }
        page.changes += others
        let byteCount = writer.byteCount
        #expect(byteCount > 0)
        let bytes = writer.finish(cursor: [1, 2], isUpToDate: true)
        #expect(try encoder.encode(page) == bytes)
    }

    @Test
    func heartbeats() throws {
        let bytes = ChangePageWriter().finish(cursor: [5], isUpToDate: true)
        #expect(try encoder.encode(ChangePage(cursor: [5], isUpToDate: true)) == bytes)
    }

    /// Random messages of a type.
    private func messages<M: ContractMessage>() throws -> [M] {
        let name = try #require(ContractTypes.name(of: M.self))
        return try #require(PeerTests.messages.get()[name])
            .map { try ProtobufDecoder().decode(M.self, from: $0) }
    }
}
