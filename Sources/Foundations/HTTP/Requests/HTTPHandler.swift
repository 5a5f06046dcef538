/// Answers the requests of a listener, on its threads.
package protocol HTTPHandler: Sendable {
    /// Decides on a request once its head is there.
    ///
    /// It must not block: other connections wait meanwhile.
    func receive(_ request: borrowing HTTPRequest) -> HTTPReception
}

/// What becomes of a request whose head is there.
package enum HTTPReception: Sendable {
    /// It is answered so, and its body is not waited for.
    case answer(HTTPResponse)
    /// It is handled when its body is there, of so many bytes at most; one that is longer is
    /// refused, with `headers` in the head.
    ///
    /// `handle` answers at once, or later and from any thread, and must not block either.
    case body(
        byteCountMax: Int,
        headers: [HTTPHeader] = [],
        handle: @Sendable (_ body: [UInt8], _ reply: HTTPReply) -> Void
    )
}

/// Answers the request for the page of a path, such as `/metrics`; on the listener's thread, one
/// after the other.
package typealias HTTPPages = @Sendable (_ path: String) -> HTTPResponse

/// Answers GET with the pages of a few paths, one request a connection.
struct HTTPPageHandler: HTTPHandler {
    let pages: HTTPPages

    func receive(_ request: borrowing HTTPRequest) -> HTTPReception {
        var response: HTTPResponse
        if request.verb == "GET" {
            response = pages(request.path)
        } else {
            response = HTTPResponse(.methodNotAllowed, line: "Only GET is answered.")
            response.headers.append(HTTPHeader("Allow", "GET"))
        }
        response.headers += [
            HTTPHeader("Cache-Control", "no-store"), HTTPHeader("Connection", "close"),
        ]
        return .answer(response)
    }
}
