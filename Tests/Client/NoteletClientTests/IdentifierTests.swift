import NoteletClient
import Testing

/// An id is a UUID to people and 16 bytes to the service.
@Suite struct IdentifierTests {
    private static let text = "00010203-0405-0607-0809-0a0b0c0d0eff"
    private static let bytes: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255]

    @Test("Bytes and text stand for each other, in either case")
    func roundTrip() throws {
        #expect(Identifier(Self.text)?.bytes == Self.bytes)
        #expect(Identifier(Self.text.uppercased())?.bytes == Self.bytes)
        #expect(Identifier(bytes: Self.bytes)?.description == Self.text)
    }

    @Test(
        "What is no UUID is none",
        arguments: [
            "", "0", "00010203040506070809 0a0b0c0d0eff", "000102030405060708090a0b0c0d0eff",
            "00010203-0405-0607-0809-0a0b0c0d0ef", "00010203-0405-0607-0809-0a0b0c0d0eff0",
            "+0010203-0405-0607-0809-0a0b0c0d0eff", "0001020g-0405-0607-0809-0a0b0c0d0eff",
            "00010203-0405-0607-0809-0a0b0c0d0e한", "{00010203-0405-0607-0809-0a0b0c0d0eff}",
        ]
    )
    func refused(text: String) {
        #expect(Identifier(text) == nil)
    }

    @Test("An id has 16 bytes", arguments: [0, 15, 17])
    func length(byteCount: Int) {
        #expect(Identifier(bytes: Array(repeating: 0, count: byteCount)) == nil)
    }
}
