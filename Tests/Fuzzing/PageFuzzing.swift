import NoteletAPI
import ProtobufCoding

@testable import Serving
@testable import WebServing

/// What browsers send of pages: forms, and the cookies of sessions.
enum PageFuzzing {
    private static let names = ["content", "key", "ticket", ""]

    static func runForm(_ bytes: UnsafeRawBufferPointer) {
        let form = PageForm(Array(bytes))
        let values = names.map { form[$0] }
        // What is no UTF-8 becomes a mark of three bytes.
        precondition(values.allSatisfy { $0.utf8.count <= 3 * bytes.count })
        let pairs = zip(names, values).map { escaped($0) + "=" + escaped($1) }
        let again = PageForm(Array(pairs.joined(separator: "&").utf8))
        precondition(names.map { again[$0] } == values, "What was read can be written.")
        for value in values { checkShown(value) }
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return "%" + (digits.count == 1 ? "0" + digits : digits)
        }.joined()
    }

    /// Checks that a page shows a text, and nothing of it is HTML.
    private static func checkShown(_ text: String) {
        let shown = HTML.element("p", [.init("title", text)], .text(text)).text
        let parts = shown.utf8.split { [UInt8]("<>\"'".utf8).contains($0) }
        precondition(parts.count == (text.isEmpty ? 2 : 4), "An element ends where it does.")
        let entities = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
        ]
        let read = entities.reduce(Array(HTML.text(text).text.utf8)) { bytes, entity in
            bytes.replacing(Array(entity.0.utf8), with: Array(entity.1.utf8))
        }
        let expected = text.unicodeScalars.map { $0 == "\u{0}" ? "\u{FFFD}" : $0 }
        let isSame = String(decoding: read, as: UTF8.self).unicodeScalars.elementsEqual(expected)
        precondition(isSame, "A text is shown as it is.")
    }

    /// Reads lines of cookies.
    static func runCookies(_ bytes: UnsafeRawBufferPointer) {
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let session = CookieSession(cookieLines: lines, named: "notelet")
        let refresh = session.completed([], of: AccountsAPI.refresh.summary)
        let request = try? ProtobufDecoder().decode(RefreshRequest.self, from: refresh)
        guard let request else { preconditionFailure("It is a request.") }
        precondition(lines.contains { $0.contains(request.refreshToken) })
        let other = session.completed([7], of: AccountsAPI.logIn.summary)
        precondition(other == [7], "Other requests stay as they are.")
        // Cookies that come behind those that count change nothing.
        let more = ["__Host-notelet-access", "__Host-notelet-refresh"].map { "\($0)=other" }
        let again = CookieSession(cookieLines: lines + more, named: "notelet")
        if !request.refreshToken.isEmpty {
            let repeated = again.completed([], of: AccountsAPI.refresh.summary)
            precondition(repeated == refresh, "The first cookie counts.")
        }
        precondition(again.token != nil && (session.token == nil || words(session) == words(again)))
    }

    private static func words(_ session: CookieSession) -> [UInt8] {
        withUnsafeBytes(of: session.token) { Array($0) }
    }
}
