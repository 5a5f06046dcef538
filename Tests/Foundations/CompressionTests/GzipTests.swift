import Compression
import Testing

@Suite("Gzip")
struct GzipTests {
    private static let text = Array(String(repeating: "쪽지 한 장. ", count: 4_000).utf8)

    @Test("What is compressed comes back", arguments: [0, 1, 100, text.count])
    func roundTrip(count: Int) throws {
        let bytes = Array(Self.text.prefix(count))
        let compressed = Gzip.compress(bytes)
        #expect(compressed.starts(with: [0x1F, 0x8B]))
        #expect(try Gzip.decompress(compressed, byteCountMax: count) == bytes)
    }

    @Test("What would be longer than it may be is not made")
    func bombsEnd() {
        let compressed = Gzip.compress([UInt8](repeating: 0, count: 64 << 20))
        #expect(compressed.count < 100_000)
        #expect(throws: Gzip.Problem.tooLong) {
            try Gzip.decompress(compressed, byteCountMax: 16 << 10)
        }
    }

    @Test("What is cut, changed or longer is refused")
    func damageIsFound() {
        let compressed = Gzip.compress(Self.text)
        for count in [0, 1, 9, compressed.count / 2, compressed.count - 1] {
            #expect(throws: Gzip.Problem.malformed) {
                try Gzip.decompress(Array(compressed.prefix(count)), byteCountMax: 1 << 20)
            }
        }
        #expect(throws: Gzip.Problem.malformed) {
            try Gzip.decompress(compressed + [0], byteCountMax: 1 << 20)
        }
        for index in [0, 2, compressed.count - 8, compressed.count - 1] {
            var changed = compressed
            changed[index] ^= 0xFF
            #expect(throws: Gzip.Problem.malformed) {
                try Gzip.decompress(changed, byteCountMax: 1 << 20)
            }
        }
    }
}
