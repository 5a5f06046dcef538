/// What a request is answered with.
package struct HTTPResponse: Sendable {
    /// How the request ended.
    package let status: HTTPStatus
    /// The lines of the head, besides those that belong to the connection and the length.
    package var headers: [HTTPHeader]
    /// The page.
    package let body: [UInt8]

    /// Answers with bytes.
    package init(_ status: HTTPStatus, headers: [HTTPHeader], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Answers with bytes of a kind, as `Content-Type` says it.
    package init(_ status: HTTPStatus, contentType: String, body: [UInt8]) {
        self.init(status, headers: [HTTPHeader("Content-Type", contentType)], body: body)
    }

    /// Answers with a line of text.
    package init(_ status: HTTPStatus, line: String) {
        self.init(
            status,
            contentType: "text/plain; charset=utf-8",
            body: Array("\(line)\n".utf8)
        )
    }

    /// What is told of a request whose end cannot be known for certain; nothing is read behind it.
    static var ambiguous: HTTPResponse {
        var response = HTTPResponse(.badRequest, line: "The head of the request is ambiguous.")
        response.headers.append(HTTPHeader("Connection", "close"))
        return response
    }

    /// What clients are told while a server ends.
    static let ending = HTTPResponse(.serviceUnavailable, line: "The server is ending.")
}
