import NoteletAPI
import ProtobufCoding
import TestSupport
import Testing

typealias HandWritten = ContractMessage & ProtobufMessage

/// Hand-written coding gives what `Codable` gives.
@Suite
struct HandWrittenTests {
    static let types: [any HandWritten.Type] = [
        SendToLinkRequest.self, SendToContactRequest.self, SendResponse.self,
        ListReceivedRequest.self, ListReceivedResponse.self, ReceivedMessage.self,
        SentMessage.self, Answer.self, Message.self, ChangePage.self, Change.self,
        MessageAnswered.self, Block.self, Contact.self, User.self, PersonalLink.self, Plan.self,
    ]

    @Test(arguments: types)
    func bothWaysAgree(_ type: any HandWritten.Type) throws {
        try check(type)
    }

    @Test
    func theListIsComplete() {
        let handWritten = EveryMessage.types.filter { $0 is any ProtobufEncodable.Type }
        #expect(
            Set(handWritten.map(EveryMessage.name)) == Set(Self.types.map(EveryMessage.name))
        )
    }

    @Test(arguments: types)
    func bothWaysReadDamagedBytesAlike(
        _ type: any HandWritten.Type
    ) throws {
        try checkDamaged(type)
    }

    private func check<M: HandWritten>(_ type: M.Type) throws {
        #expect(try ProtobufEncoder().encode(M()) == [])
        #expect(try ProtobufDecoder().decode(M.self, from: []) == M())
        for bytes in try #require(PeerTests.messages.get()[EveryMessage.name(type)]) {
            let fast = try ProtobufDecoder().decode(M.self, from: bytes)
            let plain = try ProtobufDecoder().decode(ByCodable<M>.self, from: bytes).message
            #expect(fast == plain)
            #expect(try ProtobufEncoder().encode(fast) == bytes)
            #expect(try ProtobufEncoder().encode(ByCodable(message: fast)) == bytes)
        }
    }

    private func checkDamaged<M: HandWritten>(_ type: M.Type) throws {
        var source = SeededGenerator(seed: 7)
        for bytes in try #require(PeerTests.messages.get()[EveryMessage.name(type)]) {
            var damaged = bytes
            source.damage(&damaged)
            let fast = try? ProtobufDecoder().decode(M.self, from: damaged)
            let plain = try? ProtobufDecoder().decode(ByCodable<M>.self, from: damaged).message
            // Codable does not look at a case of a oneof that a later one replaces, so that it may
            // accept more; what both accept is the same.
            if fast != nil { #expect(fast == plain, "\(type) \(damaged)") }
        }
    }
}

/// Codes a message by its synthesised conformance, whatever else it has.
private struct ByCodable<M: Codable>: Codable {
    let message: M

    init(message: M) { self.message = message }

    init(from decoder: any Decoder) throws { message = try M(from: decoder) }

    func encode(to encoder: any Encoder) throws { try message.encode(to: encoder) }
}
