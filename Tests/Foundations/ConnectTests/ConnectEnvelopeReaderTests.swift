import Connect
import TestSupport
import Testing

/// Envelopes are told apart however their bytes come.
@Suite struct ConnectEnvelopeReaderTests {
    typealias Content = ConnectEnvelopeReader.Content
    typealias Problem = ConnectEnvelopeReader.Problem

    private static let limit = 300

    /// Feeds a stream in pieces, and reads after each all that can be read.
    private static func read(
        _ bytes: [UInt8],
        inPiecesOf byteCount: Int
    ) throws(Problem) -> (contents: [Content], isAtEnd: Bool) {
        var reader = ConnectEnvelopeReader(messageByteCountMax: limit)
        var contents: [Content] = []
        for start in stride(from: 0, to: bytes.count, by: byteCount) {
            reader.append(bytes[start...].prefix(byteCount))
            while let content = try reader.next() { contents.append(content) }
        }
        return (contents, reader.isAtEnd)
    }

    @Test("What is written is read, whole, split and dripped", arguments: [1, 2, 5, 6, 64, 10_000])
    func split(byteCount: Int) throws {
        let messages = [[], [1], [UInt8](repeating: 2, count: Self.limit), [0, 0, 0, 0, 0]]
        var bytes: [UInt8] = []
        for message in messages { ConnectEnvelope.append(message, to: &bytes) }
        let open = try Self.read(bytes, inPiecesOf: byteCount)
        #expect(open.contents == messages.map { .message($0) } && !open.isAtEnd)
        ConnectEnvelope.append(endOfStream: nil, to: &bytes)
        let whole = try Self.read(bytes, inPiecesOf: byteCount)
        #expect(whole.contents == open.contents + [.end(Array("{}".utf8))] && whole.isAtEnd)
    }

    @Test("A stream that breaks off is not at its end, wherever it does")
    func truncated() throws {
        var bytes: [UInt8] = []
        ConnectEnvelope.append([1, 2, 3], to: &bytes)
        ConnectEnvelope.append(endOfStream: ConnectError(.unavailable), to: &bytes)
        for count in 0..<bytes.count {
            let result = try Self.read(Array(bytes.prefix(count)), inPiecesOf: 3)
            #expect(!result.isAtEnd)
            #expect(result.contents == (count < 8 ? [] : [.message([1, 2, 3])]))
        }
    }

    @Test(
        "What is no envelope is a problem",
        arguments: [
            ([0, 0, 0, 1, 45], .oversized(byteCount: 301)),
            ([0, 255, 255, 255, 255], .oversized(byteCount: 4_294_967_295)),
            ([2, 0, 0, 1, 45], .oversized(byteCount: 301)), ([1], .compressed),
            ([3, 0, 0, 0, 0], .compressed), ([4], .unknownFlags(4)), ([130], .unknownFlags(130)),
            ([2, 0, 0, 0, 0, 0], .moreThanTheEnd),
        ] as [([UInt8], Problem)]
    )
    func problems(bytes: [UInt8], problem: Problem) {
        for byteCount in [1, 100] {
            #expect(throws: problem) { try Self.read(bytes, inPiecesOf: byteCount) }
        }
    }

    @Test("Any bytes are read or refused, and no more is kept than a message")
    func anything() {
        var generator = SeededGenerator()
        for _ in 0..<2_000 {
            let bytes = (0..<40).map { _ in UInt8.random(in: 0...3, using: &generator) }
            let results = [40, 1].map { byteCount in
                Result { () throws(Problem) in
                    try Self.read(bytes, inPiecesOf: byteCount).contents
                }
            }
            #expect(results[0] == results[1], "\(bytes), \(generator)")
        }
    }
}
