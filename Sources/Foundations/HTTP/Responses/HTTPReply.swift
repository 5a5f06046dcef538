internal import Locking

/// The answer to a request, given once and from any thread.
///
/// The first answer counts. Letting go of the last reference without one answers with status 500.
package final class HTTPReply: Sendable {
    private let exchange: HTTPExchange

    init(to exchange: HTTPExchange) {
        self.exchange = exchange
    }

    deinit {
        exchange.answer(.response(HTTPResponse(.internalServerError, line: "No answer was made.")))
    }

    /// Answers with a response.
    package func send(_ response: HTTPResponse) {
        exchange.answer(.response(response))
    }

    /// Answers with a head, and a body that comes in time.
    ///
    /// - Parameters:
    ///   - stream: The body.
    ///   - headers: The lines of the head, besides those that belong to the connection; the status
    ///     is 200.
    ///   - handler: Hears how the client takes the stream; kept until the stream is over.
    package func send(
        _ stream: HTTPStream,
        headers: [HTTPHeader],
        to handler: any HTTPStreamHandler
    ) {
        stream.attach(handler)
        exchange.answer(.stream(stream, headers))
    }
}
