import Domain
import RuleTestSupport
import Testing

@Suite("Texts that rules check")
struct CheckedTextTests {
    @Test(
        "A title has as many characters as allowed, and one that can be seen",
        arguments: [
            ("a", true), (" a\n", true), ("abc", true), ("abcd", false), ("", false),
            (" \n\u{3000}", false), ("\u{200B}", false), ("\u{2800}\u{3164}", false),
            ("\u{FEFF}\u{202E}", false), ("\u{115F}\u{FFA0}", false), ("\u{E0041}", false),
            ("\u{1}\u{7F}", false), ("\u{FE0F}", false), ("\u{2060}\u{AD} ", false),
            ("\u{200B}a", true), ("\u{2801}", true), ("👩‍👧", true), ("❤️", true), ("ㅤ쪽", true),
            ("쪽쪽쪽", true),
            ("a" + String(repeating: "\u{301}", count: 23), true),
            ("a" + String(repeating: "\u{301}", count: 24), false),
        ]
    )
    func title(text: String, fits: Bool) throws {
        if fits { return #expect(try ShortText.title(text, field: "a", 1...3) == text) }
        let refused = try refusal { () throws(DomainError) in
            try ShortText.title(text, field: "a", 1...3)
        }
        #expect(
            refused
                == .invalidValue(field: "a", expected: "1 to 3 characters, not all of them blank")
        )
    }

    @Test(
        "A short name has 1 to 64 letters, digits and hyphens",
        arguments: [
            ("a", true), ("0-news", true), (String(repeating: "-", count: 64), true),
            (String(repeating: "a", count: 65), false), ("", false), ("A", false), ("a/b", false),
            ("é", false), ("a\u{301}", false), ("a\0", false),
        ]
    )
    func shortName(text: String, fits: Bool) throws {
        if fits { return #expect(try ShortName<Int>(text) == ShortName<Int>(stored: text)) }
        let refused = try refusal { () throws(DomainError) in
            try ShortName<Int>(text, field: "b")
        }
        #expect(invalidField(refused) == "b")
    }

    @Test("What was looked for is there, or refused with the reason that was given")
    func unwrapping() throws {
        #expect(try Optional(0).unwrapped(or: .userNotFound) == 0)
        let refused = try refusal { () throws(DomainError) in
            try Int?.none.unwrapped(or: .userNotFound)
        }
        #expect(refused == .userNotFound)
    }
}
