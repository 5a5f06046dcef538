import ClientTransport
import TTRPC
import Testing

/// Padded messages have few lengths.
@Suite struct MessagePaddingTests {
    private static let sizes = [64, 256, 1_024, 4_096, 16_384]

    @Test("Messages of every length get the sizes that a server gives its own")
    func likeServers() {
        let padding = MessagePadding(fieldNumber: 15, byteCounts: Self.sizes)
        let server = FramePadding(fieldNumber: 15, frameByteCounts: Self.sizes)
        for byteCount in Array(0...5_000) + [16_380, 16_384, 16_385, 50_000] {
            let message = [UInt8](repeating: 1, count: byteCount)
            let padded = padding.padded(message)
            #expect(padded == server.padded(message), "\(byteCount)")
        }
    }

    @Test("A message that no field lengthens to a size gets the next one")
    func next() {
        let padding = MessagePadding(fieldNumber: 1, byteCounts: [10, 20])
        for (byteCount, paddedByteCount) in [(7, 10), (8, 20), (9, 20), (10, 10), (21, 40)] {
            let padded = padding.padded([UInt8](repeating: 1, count: byteCount))
            #expect(padded.count == paddedByteCount)
        }
        #expect(padding.padded([UInt8](repeating: 1, count: 7)).suffix(3) == [0x0a, 1, 0])
    }
}
