import Foundation
import TestSupport
import Testing

/// The golden envelopes and frames are what their files and PROTOCOL.md say.
@Suite
struct EnvelopeVectorTests {
    @Test
    func pythonReadsTheEnvelopes() throws {
        let vectors = try VectorFile("envelope.json").vectors
        let replies = try ProtocolFolder.peer.canonical(vectors.map { ($0.message, $0.bytes) })
        for (vector, reply) in zip(vectors, replies) {
            #expect(sameJSON(try jsonObject(reply.json), vector.json), "\(vector)")
            if vector.name != "unknown_field" {
                #expect((reply.bytes == vector.bytes) == vector.isCanonical, "\(vector)")
            }
        }
    }

    @Test
    func framesHoldTheirEnvelopes() throws {
        let vectors = try VectorFile("envelope.json").vectors.filter { $0.values["frame"] != nil }
        #expect(vectors.count >= 5)
        for vector in vectors {
            let frame = vector.bytes("frame")
            #expect(frame.count == 10 + vector.bytes.count, "\(vector)")
            #expect(bigEndian(frame[0..<4]) == vector.bytes.count, "\(vector)")
            #expect(bigEndian(frame[4..<8]) % 2 == 1, "\(vector)")
            #expect(frame[8] == (vector.message == "ttrpc.Request" ? 1 : 2), "\(vector)")
            #expect(Array(frame[10...]) == vector.bytes, "\(vector)")
        }
    }

    @Test
    func framesLieInTheirBytes() throws {
        for vector in try VectorFile("frames.json").vectors {
            let bytes = try #require(Hex.bytes(vector.text("hex")), "\(vector)")
            let (frames, outcome) = read(bytes)
            let expected = vector.values["frames"] as? [[String: Any]] ?? []
            #expect(outcome == vector.text("outcome"), "\(vector)")
            #expect(frames.count == expected.count, "\(vector)")
            for (frame, expected) in zip(frames, expected) {
                #expect(frame.streamID == expected["stream_id"] as? Int, "\(vector)")
                #expect(Int(frame.type) == expected["type"] as? Int, "\(vector)")
                #expect(Int(frame.flags) == expected["flags"] as? Int, "\(vector)")
                #expect(frame.body == Hex.bytes(expected["body"] as? String ?? "-"), "\(vector)")
            }
        }
    }

    /// The bytes that PROTOCOL.md explains one by one are the golden ones.
    @Test(arguments: ["send_to_link_request", "send_to_link_response"])
    func theWorkedExampleIsGolden(name: String) throws {
        let vectors = try VectorFile("envelope.json").vectors
        let vector = try #require(vectors.first { $0.name == name })
        let blocks = try ProtocolFolder.text("PROTOCOL.md")
            .components(separatedBy: "<!-- \(name) -->")
        let block = try #require(blocks.count == 3 ? blocks[1] : nil)
        let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("```") })
        let rows = lines[(start + 1)...].prefix { !$0.hasPrefix("```") }
        var bytes: [UInt8] = []
        for row in rows {
            // offset, two spaces, hex in a column of its own, two spaces, the meaning
            let columns = row.components(separatedBy: "  ").filter { !$0.isEmpty }
            try #require(columns.count >= 2, "\(row)")
            let offset = try #require(Int(columns[0].trimmingPrefix(" ")), "\(row)")
            #expect(offset == bytes.count, "\(row)")
            bytes += try #require(Hex.bytes(columns[1]), "\(row)")
        }
        #expect(bytes == vector.bytes("frame"))
    }

    private func bigEndian(_ bytes: some Collection<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private struct Frame {
        let streamID: Int
        let type: UInt8
        let flags: UInt8
        let body: [UInt8]
    }

    /// The frames in the bytes by the rules of PROTOCOL.md, and what the rest comes to.
    private func read(_ bytes: [UInt8]) -> (frames: [Frame], outcome: String) {
        var frames: [Frame] = []
        var rest = bytes[...]
        while let first = rest.first {
            if first != 0 { return (frames, "close") }
            guard rest.count >= 10 else { return (frames, "incomplete") }
            let size = bigEndian(rest.prefix(4))
            if size > 4 << 20 { return (frames, "oversized") }
            guard rest.count >= 10 + size else { return (frames, "incomplete") }
            let header = Array(rest.prefix(10))
            frames.append(
                Frame(
                    streamID: bigEndian(header[4..<8]),
                    type: header[8],
                    flags: header[9],
                    body: Array(rest.dropFirst(10).prefix(size))
                )
            )
            rest = rest.dropFirst(10 + size)
        }
        return (frames, "frames")
    }
}
