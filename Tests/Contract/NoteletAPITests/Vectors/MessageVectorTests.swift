import NoteletAPI
import ProtobufCoding
import TestSupport
import Testing

/// The golden bytes of messages mean what their files say, here and to Google's protobuf.
@Suite
struct MessageVectorTests {
    @Test
    func swiftReadsAndWritesThem() throws {
        for vector in try VectorFile("messages.json").vectors {
            let type = try #require(ContractTypes.messagesByName[vector.message], "\(vector)")
            let message = try ProtobufDecoder().decode(type, from: vector.bytes)
            #expect(sameJSON(WireJSON.object(message), vector.json), "\(vector)")
            let isSame = try ProtobufEncoder().encode(message) == vector.bytes
            #expect(isSame == vector.isCanonical, "\(vector)")
        }
    }

    @Test
    func pythonReadsThem() throws {
        let vectors = try VectorFile("messages.json").vectors
        let replies = try ProtocolFolder.peer.canonical(vectors.map { ($0.message, $0.bytes) })
        for (vector, reply) in zip(vectors, replies) {
            #expect(sameJSON(try jsonObject(reply.json), vector.json), "\(vector)")
            // Python keeps unknown fields and writes them again.
            if vector.name != "unknown_fields" {
                #expect((reply.bytes == vector.bytes) == vector.isCanonical, "\(vector)")
            }
        }
    }

    @Test
    func everyMessageHasOne() throws {
        let file = try VectorFile("messages.json")
        #expect(Set(file.vectors.map(\.message)) == ContractTypes.namesForApplications)
        let names = (file.vectors + file.invalid).map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test
    func invalidOnesAreRefusedForTheirReason() throws {
        let invalid = try VectorFile("messages.json").invalid
        #expect(!invalid.isEmpty)
        for vector in invalid {
            let type = try #require(ContractTypes.messagesByName[vector.message], "\(vector)")
            let bytes = try #require(Hex.bytes(vector.text("hex")))
            do {
                _ = try ProtobufDecoder().decode(type, from: bytes)
                Issue.record("\(vector) was accepted")
            } catch {
                #expect(error.code.description == vector.text("error"), "\(vector): \(error)")
            }
        }
    }
}
