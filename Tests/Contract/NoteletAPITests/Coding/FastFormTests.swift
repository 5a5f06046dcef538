import NoteletAPI
import ProtobufCoding
import TestSupport
import Testing

/// The form in which a message writes and reads itself is what `Codable` gives, for every message.
@Suite
struct FastFormTests {
    @Test(arguments: ContractTypes.messages)
    func bothWaysAgree(_ name: String, _ type: any ContractMessage.Type) throws {
        try check(type, try #require(PeerTests.messages.get()[name]))
    }

    @Test(arguments: ContractTypes.messages)
    func bothWaysReadDamagedBytesAlike(
        _ name: String,
        _ type: any ContractMessage.Type
    ) throws {
        try checkDamaged(type, try #require(PeerTests.messages.get()[name]))
    }

    private func check<M: ContractMessage>(_ type: M.Type, _ messages: [[UInt8]]) throws {
        #expect(try ProtobufEncoder().encode(M()) == [])
        #expect(try ProtobufDecoder().decode(M.self, from: []) == M())
        for bytes in messages {
            let fast = try ProtobufDecoder().decode(M.self, from: bytes)
            let plain = try ProtobufDecoder().decode(ByCodable<M>.self, from: bytes).message
            #expect(fast == plain)
            #expect(try ProtobufEncoder().encode(fast) == bytes)
            #expect(try ProtobufEncoder().encode(ByCodable(message: fast)) == bytes)
        }
    }

    private func checkDamaged<M: ContractMessage>(_ type: M.Type, _ messages: [[UInt8]]) throws {
        var source = SeededGenerator(seed: 7)
        for bytes in messages {
            var damaged = bytes
            source.damage(&damaged)
            let fast = try? ProtobufDecoder().decode(M.self, from: damaged)
            let plain = try? ProtobufDecoder().decode(ByCodable<M>.self, from: damaged).message
            // Codable does not look at a case of a oneof that a later one replaces, so that it may
            // accept more; what both accept is the same.
            guard let fast else { continue }
            #expect(try fast == plain || same(fast, plain), "\(type) \(damaged)")
        }
    }

    /// Whether both have the same bytes: what is no number equals nothing, not even itself.
    private func same<M: ContractMessage>(_ one: M, _ other: M?) throws -> Bool {
        try ProtobufEncoder().encode(one) == other.map { try ProtobufEncoder().encode($0) }
    }
}

/// Codes a message by its synthesised conformance, whatever else it has.
private struct ByCodable<M: Codable>: Codable {
    let message: M

    init(message: M) { self.message = message }

    init(from decoder: any Decoder) throws { message = try M(from: decoder) }

    func encode(to encoder: any Encoder) throws { try message.encode(to: encoder) }
}
