import TextForms
import Testing

/// UUIDs between their bits and their text.
@Suite struct UUIDTextTests {
    private static let uuid = UUIDText(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)
    private static let text = "00112233-4455-6677-8899-aabbccddeeff"

    @Test("People write either case; programs have one form")
    func roundTrip() {
        #expect(Self.uuid.text == Self.text)
        #expect(Self.uuid.characters == Array(Self.text.utf8))
        #expect(UUIDText(Self.text) == Self.uuid)
        #expect(UUIDText(Self.text.uppercased()) == Self.uuid)
        #expect(UUIDText(canonical: Self.text.utf8.span) == Self.uuid)
        #expect(UUIDText(canonical: Self.text.uppercased().utf8.span) == nil)
        #expect(UUIDText(high: 0, low: 0).text == "00000000-0000-0000-0000-000000000000")
        #expect(UUIDText(high: .max, low: .max).text == "ffffffff-ffff-ffff-ffff-ffffffffffff")
    }

    @Test(
        "What is no UUID is refused",
        arguments: [
            "", "00112233-4455-6677-8899-aabbccddeefG", "+0112233-4455-6677-8899-aabbccddeeff",
            "00112233445566778899aabbccddeeff", "00112233-4455-6677-8899-aabbccddeef-",
            "001122334-455-6677-8899-aabbccddeeff", "0011223344556677-8899-aabb-ccdd-eeff",
            "{00112233-4455-6677-8899-aabbccddeeff}", "00112233-4455-6677-8899-aabbccdde한",
        ]
    )
    func refused(text: String) {
        #expect(UUIDText(text) == nil)
        #expect(UUIDText(canonical: text.utf8.span) == nil)
    }
}
