import TestSupport
import Testing

@testable import TextFolding

@Suite struct FoldedTextTests {
    @Test(
        "Case, spelling and white space make no difference",
        arguments: [
            ("This is SPAM!", "this is spam!"), (" 광고\n\t 전화\u{3000}", "광고 전화"),
            ("CAFE\u{301}", "caf\u{e9}"), ("Straße", "STRASSE"), ("ὈΔΌΣ", "ὀδός"),
            ("\u{1112}\u{1161}\u{11ab}", "한"), ("ĐƯỜNG", "đường"), ("ПРИВЕТ", "привет"),
            ("ǰ", "J\u{30c}"), ("\u{2126}", "ω"), ("ŉ", "ʼN"), ("\r\n", ""), ("a\u{85}b", "a b"),
        ]
    )
    func equalTexts(one: String, other: String) {
        #expect(FoldedText(one) == FoldedText(other))
    }

    @Test(
        "Anything else does",
        arguments: [
            ("s pam", "spam"), ("광고전화", "광고 전화"), ("resume", "résumé"), ("ㅋ", "ᄏ"),
            ("a \u{301}b", "a b"), ("a \u{200D}b", "a b"),
        ]
    )
    func differentTexts(one: String, other: String) {
        #expect(FoldedText(one) != FoldedText(other))
    }

    @Test("Texts of the languages that people write most need no look at the whole")
    func mostTexts() {
        let texts = [
            "오늘도 고생했어요ㅠㅠ 내일 봐요!", "You're the best — see you at 7 😊", "お疲れさまでした。",
            "Élève à la fête, ça alors…", "Größer als je zuvor", "Спасибо большое!", "谢谢你",
            "Cảm ơn bạn rất nhiều", "Dziękuję, źdźbło", "Ευχαριστώ πολύ", "תודה רבה", "شكرا جزيلا",
        ]
        for text in texts { #expect(FoldedText.foldedOneByOne(text) != nil, "\(text)") }
    }

    @Test("A scalar that is folded by itself folds so beside any other")
    func everyScalar() {
        // What may act on a neighbour in a composition, or what a neighbour may act on.
        let neighbours = ["", "a", " ", "\u{1100}", "\u{1161}", "\u{ac00}", "Σ"]
        var foldedCount = 0
        for value in UInt32(0)...0x1FFFF {
            // Of the syllables and the Chinese characters, which are alike, a part.
            if value > 0x3400, value < 0xFB00, value % 97 != 0 { continue }
            guard let scalar = Unicode.Scalar(value),
                FoldedText.foldedOneByOne(String(scalar)) != nil
            else { continue }
            foldedCount += 1
            for before in neighbours {
                let text = before + String(scalar) + "b"
                guard let folded = FoldedText.foldedOneByOne(text) else { continue }
                #expect(folded == FoldedText.foldedAsWhole(text), "\(value)")
            }
        }
        #expect(foldedCount > 4_000)
    }

    @Test("Texts of any scalars fold as they do as a whole")
    func randomTexts() {
        var random = SeededGenerator()
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...12, using: &random)
            var text = ""
            for _ in 0..<count {
                let end =
                    [0x80, 0x250, 0x600, 0x3200, 0xD800].randomElement(using: &random) ?? 0x80
                let value = Int.random(in: 0..<end, using: &random)
                if let scalar = Unicode.Scalar(UInt32(value)) { text.unicodeScalars.append(scalar) }
            }
            let whole = FoldedText.foldedAsWhole(text)
            #expect(FoldedText(text).bytes == whole, "\(text.debugDescription)")
        }
    }
}
