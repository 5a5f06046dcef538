import Domain
import RuleTestSupport
import Testing
import NoteRules

@Suite("What a note says")
struct ContentTests {
    @Test("is trimmed at both ends only", arguments: [("  a b\n", "a b"), ("\u{3000}가\t", "가")])
    func trimming(text: String, trimmed: String) throws {
        #expect(try Content(text).text == trimmed)
    }

    /// White space, what joins with it, and what is recognised by its bytes, in every order.
    @Test("is trimmed by characters, whatever they are made of")
    func everyOrder() throws {
        let parts = [
            "", " ", "\u{3000}", "\u{85}", "a", "~", "가", "뀀", "쿿", "힣", "ㄱ", "\u{1160}",
            "\u{301}", "\u{200D}", "\u{600}", "\u{A66F}", "é", "😀",
        ]
        for first in parts {
            for second in parts {
                for third in parts {
                    let text = first + second + third
                    let blank = text.prefix(while: \.isWhitespace).count
                    var expected = text.dropFirst(blank)
                    while expected.last?.isWhitespace == true { expected.removeLast() }
                    let trimmed = (try? Content(text))?.text ?? ""
                    // By bytes: two texts may be equal and yet not the same.
                    #expect(Array(trimmed.utf8) == Array(expected.utf8))
                }
            }
        }
    }

    @Test("has 1 to 2,000 characters", arguments: [1, 2_000])
    func lengths(count: Int) throws {
        #expect(try Content(String(repeating: "가", count: count)).text.count == count)
        #expect(try Content(String(repeating: "a", count: count)).text.count == count)
    }

    @Test(
        "is refused when blank or too long",
        arguments: [
            "", " ", "\n\t\u{3000}", String(repeating: "a", count: 2_001),
            String(repeating: "👨‍👩‍👧‍👦", count: 400),
        ]
    )
    func illegal(text: String) throws {
        let refusal = try refusal { () throws(DomainError) in try Content(text) }
        #expect(invalidField(refusal) == "content")
    }

    @Test("has at most 8 KiB")
    func bytes() throws {
        let most = String(repeating: "😀", count: 2_000) + ""
        #expect(most.utf8.count == 8_000)
        #expect(try Content(most).text == most)
        let marks = "a" + String(repeating: "\u{301}", count: 4_095)
        #expect(marks.utf8.count == 8_191)
        #expect(try Content(marks).text.utf8.count == 8_191)
        let refusal = try refusal { () throws(DomainError) in try Content(marks + "bb") }
        #expect(invalidField(refusal) == "content")
    }

    @Test("is refused untrimmed when white space alone makes it huge")
    func huge() throws {
        let text = String(repeating: " ", count: 65_535) + "a"
        #expect(try Content(text).text == "a")
        let refusal = try refusal { () throws(DomainError) in try Content(" " + text) }
        #expect(invalidField(refusal) == "content")
    }

    @Test("counts what was trimmed for nothing")
    func trimmedFirst() throws {
        let text = String(repeating: "가", count: 2_000)
        #expect(try Content("  \(text)  ").text == text)
    }
}

@Suite("A note's status and sender")
struct MessageViewTests {
    @Test("follows from its answer")
    func status() {
        let answer = Answer(content: Content(stored: "네"), answeredAt: Instant(seconds: 0))
        #expect(MessageStatus(of: nil) == .pending)
        #expect(MessageStatus(of: answer) == .answered)
        #expect(MessageStatus.pending.rawValue == "pending")
        #expect(MessageStatus.answered.rawValue == "answered")
    }

    @Test("is shown as 익명, 알 수 없음 or by name")
    func names() {
        #expect(ShownSender.anonymous.displayName == "익명")
        #expect(ShownSender.unknown.displayName == "알 수 없음")
        #expect(ShownSender.named("testuser").displayName == "testuser")
    }
}
