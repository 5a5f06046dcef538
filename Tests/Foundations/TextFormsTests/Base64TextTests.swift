import Testing
import TextForms

@Suite struct Base64TextTests {
    /// The examples of RFC 4648, section 10.
    @Test(
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ]
    )
    func examplesOfTheRFC(bytes: String, text: String) {
        var written: [UInt8] = []
        Base64Text.append(bytes.utf8.span, to: &written)
        #expect(String(decoding: written, as: UTF8.self) == text)
        #expect(Base64Text.decode(text.utf8) == Array(bytes.utf8))
        #expect(Base64Text.decode(text.filter { $0 != "=" }.utf8) == Array(bytes.utf8))
    }

    @Test("All bytes come back, in either alphabet")
    func allBytes() {
        let bytes = (0...255).map { UInt8($0) }
        var text: [UInt8] = []
        Base64Text.append(bytes.span, to: &text)
        #expect(Base64Text.decode(text) == bytes)
        let other = String(decoding: text, as: UTF8.self)
            .replacing("+", with: "-").replacing("/", with: "_")
        #expect(Base64Text.decode(other.utf8) == bytes)
    }

    @Test(
        "What is no base64 is refused",
        arguments: [
            "A", "AAAAA", "AB", "AAB", "Zg=", "Zg===", "Zm9v=", "=", "Z=g=", "Zg==a", "Z g=", "é",
        ]
    )
    func refused(text: String) {
        #expect(Base64Text.decode(text.utf8) == nil)
    }
}
