import Foundation
import NoteletAPI
import ProtobufCoding
import TestSupport
import Testing

/// Google's implementation and this one say the same in JSON, for every message.
@Suite("JSON of messages, beside Google's")
struct JSONPeerTests {
    /// Random messages of every type.
    private func messages() throws -> [(type: String, bytes: [UInt8])] {
        try ContractTypes.messages.flatMap { name, _ in
            try #require(PeerTests.messages.get()[name]).map { (name, $0) }
        }
    }

    private func form(_ name: String) throws -> MessageForm {
        try #require(ContractTypes.messagesByName[name]).form
    }

    @Test("Python reads the JSON that is written, and it is Python's own")
    func writtenJSON() throws {
        let messages = try messages()
        let written = try messages.map { name, bytes in
            (type: name, json: try form(name).json(of: bytes))
        }
        let (parsed, expected) = (
            try ProtocolFolder.peer.parse(written), try ProtocolFolder.peer.json(messages)
        )
        for (index, (name, bytes)) in messages.enumerated() {
            let json = String(decoding: written[index].json, as: UTF8.self)
            #expect(parsed[index] == bytes, "\(name) \(json)")
            let isSame = try sameJSON(jsonObject(json), jsonObject(expected[index]))
            #expect(isSame, "\(name) \(json) and \(expected[index])")
        }
    }

    @Test("The JSON that Python writes is read")
    func readJSON() throws {
        let messages = try messages()
        for ((name, bytes), json) in zip(messages, try ProtocolFolder.peer.json(messages)) {
            let read = try form(name).message(ofJSON: Array(json.utf8))
            #expect(read == bytes, "\(name) \(json)")
        }
    }

    @Test("Messages behind one another are written as what they are together")
    func mergedMessages() throws {
        let messages = try messages()
        let merged = zip(messages, messages.dropFirst()).filter { $0.type == $1.type }
            .map { (type: $0.type, bytes: $0.bytes + $1.bytes) }
        let written = try merged.map { name, bytes in
            (type: name, json: try form(name).json(of: bytes))
        }
        let parsed = try ProtocolFolder.peer.parse(written)
        let expected = try ProtocolFolder.peer.canonical(merged)
        for (index, (name, json)) in written.enumerated() {
            #expect(
                parsed[index] == expected[index].bytes,
                "\(name) \(String(decoding: json, as: UTF8.self))"
            )
        }
    }

    @Test("What is damaged is a message or an error, either way")
    func damagedMessages() throws {
        var source = SeededGenerator(seed: 11)
        for (name, bytes) in try messages() {
            let form = try form(name)
            var damaged = bytes
            source.damage(&damaged)
            _ = try? form.json(of: damaged)
            var json = try form.json(of: bytes)
            source.damage(&json)
            if let read = try? form.message(ofJSON: json) {
                // What was taken for a message is one.
                _ = try form.json(of: read)
            }
            for end in stride(from: 0, to: json.count, by: 1 + json.count / 20) {
                _ = try? form.message(ofJSON: Array(json[..<end]))
            }
        }
    }
}
