import Testing
import WebServing

@testable import NoteletWeb

@Suite("Pages of visitors")
struct VisitorPageTests {
    @Test(
        "The language is the one that is liked best",
        arguments: [
            (nil, PageLanguage.english), ("", .english), ("ko", .korean),
            ("ko-KR,ko;q=0.9", .korean),
            ("en-US,en;q=0.9,ko;q=0.8", .english), ("fr, ja;q=0.5, ko;q=0.4", .japanese),
            ("ko;q=0, ja;q=0.1", .japanese), ("KO", .korean), ("*", .english), ("ko;q=x", .english),
            ("en;q=0.3,ja;q=0.9", .japanese),
            (String(repeating: "fr,", count: 99) + "ko", .english),
        ]
    )
    func languages(header: String?, language: PageLanguage) {
        #expect(PageLanguage(accepting: header) == language)
    }

    private func form(_ name: String, content: String = "", problem: String = "") -> String {
        VisitorPage(in: .korean).form(
            VisitorPage.Draft(
                link: "token",
                url: "https://example.com/receive/token",
                name: name,
                key: "key",
                content: content,
                problem: problem
            )
        ).text
    }

    @Test("What people wrote is text, wherever it stands")
    func textsAreEscaped() {
        let words = "\"'><script>alert(1)</script>&amp;"
        let page = form(words, content: words, problem: words)
        #expect(!page.contains("<script>alert"))
        let escaped = "&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;"
        // In the title, the facts for other sites, the heading, the promise, field and problem.
        #expect(page.ranges(of: escaped).count == 6)
    }

    @Test("What nobody can see is shown")
    func hiddenCharactersAreShown() {
        #expect(VisitorPage.shown("a\u{202E}b\u{200B}c\u{FEFF}\u{7}") == "a▯b▯c▯▯")
        #expect(VisitorPage.shown("줄\n과\t칸") == "줄\n과\t칸")
        #expect(VisitorPage.shown("👩‍👧 ❤️") == "👩‍👧 ❤️")
        #expect(form("길\u{202E}동").contains("길▯동"))
        let wales = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}"
        #expect(VisitorPage.shown(wales + "!\u{E0067}") == wales + "!▯")
        #expect(VisitorPage.shown("\u{06DD}١ \u{FFF9}a\u{2028}b") == "\u{06DD}١ ▯a▯b")
    }

    @Test("Each language says everything, and leaves no mark in its sentences")
    func languagesAreWhole() {
        for language in PageLanguage.allCases {
            let pages = VisitorPage(in: language)
            let all = [
                form("민지"), pages.sent(ticket: "t", until: "d").text, pages.code().text,
                pages.pending(ticket: "t", until: "d").text,
                pages.answered("답", until: "d").text, pages.closed("s").text,
                pages.signIn("s", to: "l").text, pages.failed("s").text,
            ]
            for page in all {
                #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\""))
                #expect(!page.contains("{name}"))
                #expect(page.contains("<h1 "))
            }
            #expect(pages.sent(ticket: "t", until: "2026-12-25").text.contains("2026-12-25"))
        }
    }

    @Test("An answer is shown as it was written, and nothing of it is HTML")
    func answersAreShown() {
        let page = VisitorPage(in: .english).answered("<b>굵게</b>\n둘째 줄", until: "d").text
        #expect(page.contains("&lt;b&gt;굵게&lt;/b&gt;\n둘째 줄"))
    }
}
