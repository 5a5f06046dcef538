import Domain
import RuleTestSupport
import Testing
import AccountRules

@Suite("A username")
struct UsernameTests {
    @Test(
        "takes letters and digits of any script and three signs",
        arguments: ["ab", "testuser", "홍길동", "user_1", "a-b.c", "Ünal", "田中", "नमस्ते"]
    )
    func legal(text: String) throws {
        #expect(try Username(text).text == text)
    }

    @Test(
        "refuses what is too short, too long, blank, invisible or reserved",
        arguments: [
            "", "a", String(repeating: "a", count: 31), "a b", "a\nb", "a\u{200D}b", "a\u{200B}b",
            "a\u{202E}b", "a@b", "a/b", "익명", "알 수 없음", "😀😀", "a\u{0}b",
            "ab" + String(repeating: "\u{301}", count: 100), "\u{3164}\u{3164}",
        ]
    )
    func illegal(text: String) throws {
        let refusal = try refusal { () throws(DomainError) in try Username(text) }
        #expect(invalidField(refusal) == "username")
    }

    @Test("has 2 to 30 characters", arguments: [2, 30])
    func lengths(count: Int) throws {
        #expect(try Username(String(repeating: "가", count: count)).text.count == count)
    }

    @Test("is compared without regard to case")
    func folding() throws {
        #expect(try Username("TestUser").folded == Username("testUSER").folded)
    }
}

@Suite("An e-mail address")
struct EmailAddressTests {
    @Test(
        "has a name and a domain of two labels",
        arguments: ["test@example.com", "a@b.c", "a+b@sub.example.org", "이름@예시.한국"]
    )
    func legal(text: String) throws {
        #expect(try EmailAddress(text).text == text)
    }

    @Test(
        "is refused otherwise",
        arguments: [
            "", "a", "@b.c", "a@", "a@b", "a@@b.c", "a@b.c@d.e", "a b@c.d", "a@b..c", "a@.c",
            "a@c.", "a\u{0}@b.c", "a\u{200B}@b.c",
            String(repeating: "a", count: 65) + "@b.c",
            "a@" + String(repeating: "b", count: 251) + ".c",
        ]
    )
    func illegal(text: String) throws {
        let refusal = try refusal { () throws(DomainError) in try EmailAddress(text) }
        #expect(invalidField(refusal) == "email")
    }

    @Test("may be 254 bytes long")
    func longest() throws {
        let text = "a@" + String(repeating: "b", count: 250) + ".c"
        #expect(text.utf8.count == 254)
        #expect(try EmailAddress(text).text == text)
    }

    @Test("is compared without regard to case, and knows its name")
    func parts() throws {
        let address = try EmailAddress("Test.Name@Example.com")
        #expect(address.folded == "test.name@example.com")
        #expect(address.localPart == "Test.Name")
    }
}

@Suite("A password")
struct PasswordTests {
    private func password(_ text: String) throws(DomainError) -> Password {
        try Password(
            composed: text,
            username: Username("testuser"),
            email: EmailAddress("someone@example.com")
        )
    }

    @Test(
        "has 15 characters or more, in any script",
        arguments: ["correct horse battery", "abcdefghijklmno", "비밀번호를 길게 적어 둡니다 하나 둘"]
    )
    func legal(text: String) throws {
        #expect(try password(text).text == text)
    }

    @Test("may hold a name of three letters, which is in any text by chance")
    func shortNames() throws {
        let text = "an apple a day for eve"
        let password = try Password(
            composed: text,
            username: Username("eve"),
            email: EmailAddress("a@example.com")
        )
        #expect(password.text == text)
        let refusal = try refusal { () throws(DomainError) in
            try Password(
                composed: "an apple a day for evey",
                username: Username("evey"),
                email: EmailAddress("a@example.com")
            )
        }
        guard case .weakPassword = refusal else {
            Issue.record("\(refusal) is not about the password")
            return
        }
    }

    @Test(
        "is refused when it is short, long, monotonous or made of one's names",
        arguments: [
            "", "short", "abcdefghijklmn", String(repeating: "abcde", count: 26),
            String(repeating: "a", count: 20), "abababababababab", "my TestUser password",
            "SOMEONE likes notes",
        ]
    )
    func weak(text: String) throws {
        let refusal = try refusal { () throws(DomainError) in try password(text) }
        guard case .weakPassword = refusal else {
            Issue.record("\(refusal) is not about the password")
            return
        }
    }
}

@Suite("A picture's URL")
struct ImageURLTests {
    @Test("is https", arguments: ["https://a", "https://example.com/a.png?x=1#y"])
    func legal(text: String) throws {
        #expect(try ImageURL(text).text == text)
    }

    @Test(
        "is refused otherwise",
        arguments: [
            "", "http://a", "https://", "https:///a", "https://a b", "https://가", "javascript:x",
            "https://a/" + String(repeating: "b", count: 2_040),
        ]
    )
    func illegal(text: String) throws {
        let refusal = try refusal { () throws(DomainError) in try ImageURL(text) }
        #expect(invalidField(refusal) == "profile_image_url")
    }
}
