import Foundation
import NoteletAPI
import ProtobufCoding
import TestSupport
import Testing

/// Google's implementation and this one say the same with the same bytes, for every message.
@Suite
struct PeerTests {
    private static let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    private static let count = 30

    /// Random messages of every type, by its name.
    static let messages = Result {
        let names = ContractTypes.messages.map(\.name)
        let random = try ProtocolFolder.peer.random(names, count: count, seed: seed)
        return Dictionary(uniqueKeysWithValues: zip(names, random))
    }

    @Test
    func swiftReadsAndWritesWhatPythonWrites() throws {
        for (name, type) in ContractTypes.messages {
            for bytes in try #require(Self.messages.get()[name]) {
                let message = try ProtobufDecoder().decode(type, from: bytes)
                let written = try ProtobufEncoder().encode(message)
                #expect(written == bytes, "\(type), seed \(Self.seed)")
            }
        }
    }

    @Test
    func pythonReadsUnderTheSameNamesWhatSwiftWrites() throws {
        var written: [(type: String, bytes: [UInt8])] = []
        var objects: [[String: Any]] = []
        for (name, type) in ContractTypes.messages {
            for bytes in try #require(Self.messages.get()[name]) {
                let message = try ProtobufDecoder().decode(type, from: bytes)
                written.append((name, try ProtobufEncoder().encode(message)))
                objects.append(WireJSON.object(message))
            }
        }
        let replies = try ProtocolFolder.peer.canonical(written)
        for ((type, bytes), (object, reply)) in zip(written, zip(objects, replies)) {
            #expect(reply.bytes == bytes, "\(type), seed \(Self.seed)")
            #expect(
                sameJSON(object, try jsonObject(reply.json)),
                "\(type), seed \(Self.seed): \(object) and \(reply.json)"
            )
        }
    }

    /// Two encodings behind one another are the encoding of both messages merged.
    @Test
    func concatenatedMessagesMerge() throws {
        var written: [(type: String, bytes: [UInt8])] = []
        for (name, _) in ContractTypes.messages {
            let messages = try #require(Self.messages.get()[name])
            for (first, second) in zip(messages, messages.dropFirst()) {
                written.append((name, first + second))
            }
        }
        let replies = try ProtocolFolder.peer.canonical(written)
        for ((name, bytes), reply) in zip(written, replies) {
            let type = try #require(ContractTypes.messagesByName[name])
            let message = try ProtobufDecoder().decode(type, from: bytes)
            let merged = try ProtobufEncoder().encode(message)
            #expect(merged == reply.bytes, "\(name), seed \(Self.seed)")
        }
    }

    @Test
    func damagedBytesGiveAMessageOrAnError() throws {
        var source = SeededGenerator(seed: Self.seed)
        for (name, type) in ContractTypes.messages {
            for bytes in try #require(Self.messages.get()[name]) {
                var damaged = bytes
                source.damage(&damaged)
                _ = try? ProtobufDecoder().decode(type, from: damaged)
                for end in stride(from: 0, to: bytes.count, by: 1 + bytes.count / 50) {
                    _ = try? ProtobufDecoder().decode(type, from: Array(bytes[..<end]))
                }
            }
        }
    }
}
