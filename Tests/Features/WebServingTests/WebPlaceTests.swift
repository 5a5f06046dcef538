import Testing

@testable import WebServing

/// Where apps are over HTTP.
@Suite("Places over HTTP")
struct WebPlaceTests {
    @Test(
        "A host is the same however it is written",
        arguments: [
            ("h.example", "h.example"), ("H.Example", "h.example"), ("h.example.", "h.example"),
            ("h.example:443", "h.example"), ("h.example:80", "h.example"),
            ("h.example:", "h.example"), ("h.example.:443", "h.example"),
            ("h.example:8443", "h.example:8443"), ("h.example.:8443", "h.example:8443"),
            ("[::1]", "[::1]"), ("[::1]:443", "[::1]"), ("[::443]", "[::443]"),
            ("[::1]:444", "[::1]:444"), ("", ""), (".", ""), (":", ""), ("]", "]"),
        ]
    )
    func hosts(text: String, host: String) {
        #expect(WebPlace.host(named: text) == host)
        guard !host.isEmpty else { return }
        let place = WebPlace(ofLinks: "https://\(text)/letters/receive/", named: "letters")
        #expect(place?.host == host && place?.basePath == "/letters")
        #expect(place?.takes(WebPlace.host(named: text), "/letters/app") == true)
        #expect(place?.takes(WebPlace.host(named: text), "/lettersapp") == false)
    }
}
