import Testing

@testable import ProtobufCoding

/// What is no UTF-8 is found out, with what new systems have and without.
@Suite("UTF-8")
struct UTF8Tests {
    private static let malformed: [[UInt8]] = [
        // Continuations alone, missing ones, and bytes that no text has.
        [0x80], [0xBF, 0x61], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xFE], [0xFF],
        // Too long a form of "/", of the end of three bytes, and of nothing.
        [0xC0, 0xAF], [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xC0, 0x80],
        // Half a pair of UTF-16, and a number above all characters.
        [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
    ]

    private static func texts(_ bytes: [UInt8]) -> [String?] {
        [
            String(validUTF8: bytes),
            bytes.withUnsafeBytes { String(comparingUTF8: $0) },
        ]
    }

    @Test("A text is what it was", arguments: [0, 1, 7, 15, 16, 17, 64, 5_000])
    func valid(count: Int) {
        for letter in ["x", "é", "쪽", "😀", "\0", "\u{FFFD}"] {
            let text = String(repeating: letter, count: count)
            #expect(Self.texts(Array(text.utf8)) == [text, text])
        }
    }

    @Test("What is malformed is no text, wherever it stands", arguments: malformed)
    func invalid(bytes: [UInt8]) {
        for length in [0, 1, 14, 15, 16, 40] {
            let filling = [UInt8](repeating: 0x61, count: length)
            #expect(Self.texts(filling + bytes) == [nil, nil])
            #expect(Self.texts(bytes + filling) == [nil, nil])
            #expect(Self.texts(filling + bytes + filling) == [nil, nil])
        }
    }
}
