import Testing

@testable import WebServing

@Suite("Forms without scripts")
struct PageFormTests {
    private func form(_ text: String) -> PageForm { PageForm(Array(text.utf8)) }

    @Test("Fields are read as browsers write them")
    func fieldsAreRead() {
        let form = form("content=%EC%95%88%EB%85%95+%3D%26%0D%0A&key=a-b_c&empty=&bare&content=2")
        #expect(form["content"] == "안녕 =&\r\n")
        #expect(form["key"] == "a-b_c" && form["empty"] == "" && form["bare"] == "")
        #expect(form["none"] == "")
    }

    @Test("What is broken stays as it is", arguments: ["%", "%4", "%zz", "%%34", "a%2"])
    func brokenEscapesStay(text: String) {
        let value = form("x=\(text)")["x"]
        #expect(value == (text == "%%34" ? "%4" : text))
    }

    @Test("Bytes that are no UTF-8 are replaced, and fields without end are left")
    func nonsenseIsBounded() {
        #expect(form("x=%FF%C0")["x"] == "\u{FFFD}\u{FFFD}")
        let many = (0..<1_000).map { "f\($0)=1" }.joined(separator: "&")
        #expect(form(many)["f15"] == "1" && form(many)["f16"] == "")
        #expect(PageForm([])["x"] == "" && form("=&=&==")[""] == "")
    }

    @Test("An element escapes what is in it and its attributes")
    func elementsEscape() {
        let html = HTML.element(
            "p",
            [.init("title", "\"<'&>"), .init("hidden")],
            .text("<b>&\u{0}"),
            .void("br")
        )
        #expect(
            html.text
                == "<p title=\"&quot;&lt;&#39;&amp;&gt;\" hidden>&lt;b&gt;&amp;\u{FFFD}<br></p>"
        )
    }
}
