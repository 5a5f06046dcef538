import Foundation
import TestSupport
import TextForms
import Testing

/// Texts as JSON has them, for files and for terminals.
@Suite struct JSONTextTests {
    @Test(
        "Texts are escaped as far as their readers need",
        arguments: [
            // What stays, however it is shown.
            ("", "", ""), ("쪽지 é ~", "쪽지 é ~", "쪽지 é ~"), ("\u{1F4DD}", "\u{1F4DD}", "\u{1F4DD}"),
            ("e\u{301}", "e\u{301}", "e\u{301}"), ("\u{A0}", "\u{A0}", "\u{A0}"),
            // What JSON itself asks for, and the other control characters.
            ("\"\\/", #"\"\\/"#, #"\"\\/"#), ("a\nb", #"a\nb"#, #"a\nb"#),
            ("\u{0}\t\r\u{1F}", #"\u0000\u0009\u000d\u001f"#, #"\u0000\u0009\u000d\u001f"#),
            ("\u{1B}[2J", #"\u001b[2J"#, #"\u001b[2J"#), ("\u{7F}", #"\u007f"#, #"\u007f"#),
            ("\u{80}\u{9B}\u{9F}", #"\u0080\u009b\u009f"#, #"\u0080\u009b\u009f"#),
            // What hides or turns the order of words.
            ("a\u{202E}b", "a\u{202E}b", #"a\u202eb"#), ("\u{2066}", "\u{2066}", #"\u2066"#),
            ("\u{200B}x", "\u{200B}x", #"\u200bx"#), ("\u{FEFF}", "\u{FEFF}", #"\ufeff"#),
            ("\u{200E}\u{61C}", "\u{200E}\u{61C}", #"\u200e\u061c"#),
            ("\u{2028}\u{2029}", "\u{2028}\u{2029}", #"\u2028\u2029"#),
            ("\u{E0041}", "\u{E0041}", #"\udb40\udc41"#), ("\u{378}", "\u{378}", #"\u0378"#),
        ] as [(String, String, String)]
    )
    func escapes(text: String, kept: String, shown: String) {
        #expect(utf8(JSONText.quoted(text, escaping: .controls)) == utf8("\"\(kept)\""))
        #expect(utf8(JSONText.quoted(text, escaping: .invisibles)) == utf8("\"\(shown)\""))
    }

    @Test("Every scalar comes back, and what is shown holds nothing invisible")
    func everyScalarComesBack() throws {
        var random = SeededGenerator()
        for _ in 0..<300 {
            var text = ""
            for _ in 0..<Int.random(in: 0..<30, using: &random) {
                let range: ClosedRange<UInt32> =
                    [0...0xFF, 0x2000...0x206F, 0xAC00...0xD7A3, 0xE000...0xFFFF, 0...0x10FFFF]
                    .randomElement(using: &random) ?? 0...0
                let number = UInt32.random(in: range, using: &random)
                text.unicodeScalars.append(Unicode.Scalar(number) ?? "?")
            }
            let kept = JSONText.quoted(text, escaping: .controls)
            let shown = JSONText.quoted(text, escaping: .invisibles)
            for json in [kept, shown] {
                let back = try JSONDecoder().decode(String.self, from: Data(json.utf8))
                #expect(utf8(back) == utf8(text), "\(random)")
            }
            #expect(shown.unicodeScalars.allSatisfy { !$0.isInvisible }, "\(random)")
            // What was made for a file can still be made fit to be shown.
            #expect(JSONText.showable(Array(kept.utf8)) == utf8(shown), "\(random)")
        }
    }

    @Test("Lines and indents of JSON stay where it is made fit to be shown")
    func layoutStays() {
        let json = "{\n\t\"a\\\"\" : \"\u{202E}\u{7F}\",\r\n  \"b\": [1]\n}\n"
        let shown = "{\n\t\"a\\\"\" : \"\\u202e\\u007f\",\r\n  \"b\": [1]\n}\n"
        #expect(JSONText.showable(Array(json.utf8)) == utf8(shown))
    }

    /// Texts are compared by their bytes: to Swift, texts are equal that look equal.
    private func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }
}
