/// What a request for a page is answered with.
package struct HTTPResponse: Sendable {
    /// How the request ended.
    package let status: Status
    /// The kind of the body, as `Content-Type` says it.
    package let contentType: String
    /// The page.
    package let body: [UInt8]

    /// How a request ended.
    package enum Status: UInt32, Sendable {
        /// Here is the page.
        case ok = 200
        /// There is no such page.
        case notFound = 404
        /// Pages can be got and nothing else.
        case methodNotAllowed = 405
        /// Not now.
        case serviceUnavailable = 503
    }

    /// Answers with bytes.
    package init(_ status: Status, contentType: String, body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    /// Answers with a line of text.
    package init(_ status: Status, line: String) {
        self.init(
            status,
            contentType: "text/plain; charset=utf-8",
            body: Array("\(line)\n".utf8)
        )
    }
}

/// Answers the request for the page of a path, such as `/metrics`; on the listener's thread, one
/// after the other.
package typealias HTTPPages = @Sendable (_ path: String) -> HTTPResponse
