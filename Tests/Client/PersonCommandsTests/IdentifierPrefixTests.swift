import Testing

@testable import PersonCommands

@Suite("Beginnings of ids")
struct IdentifierPrefixTests {
    private static let first: [UInt8] = [0x0B, 0x8E, 0x5A, 0x2C, 0x9F, 0x01] + .init(0..<10)
    private static let second: [UInt8] = [0x0B, 0x8E, 0x5A, 0x2C, 0x9F, 0x02] + .init(0..<10)

    @Test(
        "What has too few digits, too many or other letters is no beginning",
        arguments: ["", "0b8", "0b8g", "note", String(repeating: "0", count: 33), "０b8e"]
    )
    func refused(text: String) {
        #expect(IdentifierPrefix(text) == nil)
    }

    @Test("A beginning means ids that begin like it, whatever its case and dashes")
    func matching() throws {
        for text in ["0b8e", "0B8E5A2C", "0b8e-5a2c-9f01", "0b8e5a2c-9f01"] {
            let prefix = try #require(IdentifierPrefix(text))
            #expect(prefix.matches(Self.first), "\(text)")
        }
        let longer = try #require(IdentifierPrefix("0b8e5a2c-9f01"))
        #expect(!longer.matches(Self.second))
        // A field that holds no id begins like nothing.
        #expect(!longer.matches([]))
    }

    @Test("A terminal shows as much of ids as tells them apart, a program reads all of them")
    func shown() {
        let whole = "0b8e5a2c-9f01-0001-0203-040506070809"
        let distinct = ShownIdentifiers([Self.first, [1] + Self.first.dropFirst()], isShort: true)
        #expect(distinct.text(Self.first) == "0b8e5a2c")
        let alike = ShownIdentifiers([Self.first, Self.second], isShort: true)
        #expect(alike.text(Self.first) == "0b8e5a2c-9f01")
        let read = ShownIdentifiers([Self.first, Self.second], isShort: false)
        #expect(read.text(Self.first) == whole)
    }
}
