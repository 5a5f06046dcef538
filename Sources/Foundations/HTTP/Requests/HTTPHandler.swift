/// Answers the requests of a listener, on its threads.
package protocol HTTPHandler: Sendable {
    /// Decides on a request once its head is there.
    func admit(_ request: borrowing HTTPRequest) -> HTTPAdmission

    /// Answers a request that is whole: at once, or later and from any thread.
    ///
    /// It must not block: other connections wait meanwhile.
    func handle(_ request: borrowing HTTPRequest, body: [UInt8], _ reply: HTTPReply)
}

/// What becomes of a request whose head is there.
package enum HTTPAdmission: Sendable {
    /// It is handled when its body is there, of so many bytes at most.
    case body(byteCountMax: Int)
    /// It is answered so, and its body is not waited for.
    case refusal(HTTPResponse)
}

/// Answers the request for the page of a path, such as `/metrics`; on the listener's thread, one
/// after the other.
package typealias HTTPPages = @Sendable (_ path: String) -> HTTPResponse

/// Answers GET with the pages of a few paths, one request a connection.
struct HTTPPageHandler: HTTPHandler {
    let pages: HTTPPages

    func admit(_ request: borrowing HTTPRequest) -> HTTPAdmission {
        if request.verb == "GET" { return .body(byteCountMax: 0) }
        let refusal = HTTPResponse(.methodNotAllowed, line: "Only GET is answered.")
        return .refusal(last(refusal, [HTTPHeader("Allow", "GET")]))
    }

    func handle(_ request: borrowing HTTPRequest, body: [UInt8], _ reply: HTTPReply) {
        reply.send(last(pages(request.path), []))
    }

    /// A response that is the last of its connection.
    private func last(_ response: HTTPResponse, _ headers: [HTTPHeader]) -> HTTPResponse {
        var response = response
        response.headers += [
            HTTPHeader("Cache-Control", "no-store"), HTTPHeader("Connection", "close"),
        ]
        response.headers += headers
        return response
    }
}
