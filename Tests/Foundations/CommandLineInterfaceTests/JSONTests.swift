import Testing

@testable import CommandLineInterface

/// Documents that may end on a terminal.
@Suite struct JSONTests {
    @Test(
        "What commands a terminal, hides or turns the order of words is escaped in texts and names",
        arguments: [
            ("\u{202E}", #"\u202e"#), ("\u{2066}", #"\u2066"#), ("\u{200B}", #"\u200b"#),
            ("\u{FEFF}", #"\ufeff"#), ("\u{1B}[2J", #"\u001b[2J"#), ("\u{7F}", #"\u007f"#),
            ("\u{9B}", #"\u009b"#), ("\"\\", #"\"\\"#), ("a\nb\tc", #"a\nb\u0009c"#),
            ("\u{1F4DD} 쪽지", "\u{1F4DD} 쪽지"), ("\u{E0041}", #"\udb40\udc41"#),
        ] as [(String, String)]
    )
    func textsAreSafe(text: String, shown: String) {
        let document = JSON.object([(text, .array([.string(text), .number(-1), .null]))])
        let expected = "{\"\(shown)\":[\"\(shown)\",-1,null]}"
        #expect(Array(document.text.utf8) == Array(expected.utf8))
    }
}
