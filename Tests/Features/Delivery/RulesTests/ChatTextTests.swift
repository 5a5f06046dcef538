import Domain
import RuleTestSupport
import TestSupport
import Testing

@testable import DeliveryRules

/// What can be said.
@Suite struct ChatTextTests {
    @Test func whatIsSaidHasItsLimits() throws {
        let cases: [(String, Int, String?)] = [
            ("안녕하세요", 16, nil), ("a", 1, nil), ("a", 64, nil),
            (String(repeating: "가", count: 2_000), 16, nil),
            (String(repeating: "가", count: 2_001), 16, "message_text"), ("", 16, "message_text"),
            (" \n\u{3164}", 16, "message_text"),
            ("a" + String(repeating: "\u{301}", count: 32_001), 16, "message_text"),
            ("a", 0, "client_id"), ("a", 65, "client_id"),
        ]
        for (text, byteCount, field) in cases {
            let make = { () throws(DomainError) in
                try NewText(text, clientID: [UInt8](repeating: 7, count: byteCount))
            }
            if let field {
                #expect(invalidField(try refusal(make)) == field)
            } else {
                #expect(try make().text == text)
            }
        }
    }

    @Test func aChannelHasAFeedOfItsOwn() {
        let feeds = [
            SharedFeed.ofChannel(7), .ofChannel(8), .ofAgent(UserNumber(7)),
            .ofAgent(UserNumber(8)),
        ]
        #expect(Set(feeds).count == 4)
        #expect(feeds[0].number == 7 && feeds[2].number == 7)
    }
}
