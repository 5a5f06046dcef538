import Domain
import RuleTestSupport
import Testing
import AccountRules

@Suite("A personal link")
struct PersonalLinkTests {
    private let token = LinkToken(random: CountingRandom(seed: 250))

    @Test("has a token of 128 bits in 22 URL-safe characters")
    func token128() {
        #expect(token.text.count == 22)
        #expect(Base64URL.decode(token.text)?.count == 16)
        #expect(token.text.utf8.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") })
    }

    @Test("is the base and the token, shared with a sentence")
    func texts() {
        let link = PersonalLink(token: token)
        #expect(link.url == "https://app.anonymous-message.com/receive/" + token.text)
        #expect(link.shareableText == "익명으로 쪽지를 보내주세요: " + link.url)
        #expect(PersonalLink(token: token, baseURL: "https://x/").url == "https://x/" + token.text)
    }

    @Test("is read from the token or the whole link")
    func reading() {
        #expect(LinkToken(link: token.text) == token)
        #expect(LinkToken(link: PersonalLink(token: token).url) == token)
        #expect(LinkToken(link: "other://host/any/path/" + token.text) == token)
        #expect(LinkToken(link: "/" + token.text) == token)
        #expect(LinkToken(link: "https://서버/쪽지/" + token.text) == token)
    }

    @Test("is not read from what only contains the token")
    func surroundings() {
        let text = token.text
        for before in ["x", "가", "/\u{301}", "/ "] {
            #expect(LinkToken(link: before + text) == nil)
        }
        for after in ["/", "x", " ", "가"] {
            #expect(LinkToken(link: text + after) == nil)
        }
        #expect(LinkToken(link: "가" + text.dropFirst()) == nil)
    }

    @Test("is read up to 2,048 bytes")
    func longest() {
        let longest = String(repeating: "a", count: 2_048 - 1 - 22) + "/" + token.text
        #expect(LinkToken(link: longest) == token)
        #expect(LinkToken(link: "a" + longest) == nil)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "/", "test-token", "AAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAA!",
            "AAAAAAAAAAAAAAAAAAAAAB", "AAAAAAAAAAAAAAAAAAAAAAA", "가나다",
        ]
    )
    func illegal(text: String) {
        #expect(LinkToken(link: text) == nil)
    }
}
