import NoteletAPI
import ProtobufCoding

/// A call as it is made again and again, by whatever door.
struct TimedRequest: Sendable {
    private let kind: Kind
    /// What makes one request another, which take turns: encoded messages, or nothing for a page.
    private let payloads: [[UInt8]]
    /// The caller's access token; empty for nobody's.
    private let token: [UInt8]

    /// What is asked for.
    private enum Kind {
        /// What a method answers, in the frame of ttrpc and over HTTP.
        case method(RequestTemplate, HTTPRequestTemplate)
        /// The messages of a stream, likewise.
        case stream(RequestTemplate, HTTPRequestTemplate)
        /// A page, which there is over HTTP alone.
        case page(path: String)
    }

    /// A call of a method that has one answer, with requests that take turns.
    init<Request: Encodable, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ requests: [Request],
        token: String?
    ) throws {
        kind = .method(
            RequestTemplate(service: method.service, method: method.name),
            HTTPRequestTemplate(method, contentType: "application/proto")
        )
        payloads = try requests.map { try ProtobufEncoder().encode($0) }
        self.token = Array((token ?? "").utf8)
    }

    /// A live watch of somebody's own feed.
    init(watchingAs token: String) {
        kind = .stream(
            CallMaterial.watch,
            HTTPRequestTemplate(SyncAPI.watch, contentType: "application/connect+proto")
        )
        payloads = [[]]
        self.token = Array(token.utf8)
    }

    /// A visit of a page by somebody who is not signed in.
    init(page path: String) {
        kind = .page(path: path)
        payloads = [[]]
        token = []
    }

    /// Adds the frame of a turn to what a connection is about to send.
    func appendFrame(to output: inout ByteBuffer, streamID: UInt32, _ turn: Int) {
        switch kind {
        case .method(let template, _), .stream(let template, _):
            token.withUnsafeBytes { token in
                let envelope = RequestTemplate.Envelope(streamID: streamID, token: token)
                payloads[turn % payloads.count].withUnsafeBytes {
                    template.append(to: &output, envelope, $0)
                }
            }
        case .page:
            preconditionFailure("There are no pages over ttrpc.")
        }
    }

    /// Adds the request of a turn, in HTTP/1.1, to what a connection is about to send.
    func appendHTTP(to output: inout ByteBuffer, _ turn: Int) {
        let payload = payloads[turn % payloads.count]
        switch kind {
        case .method(_, let template):
            append(template, payload, to: &output)
        case .stream(_, let template):
            // No flags, and the length of the message.
            append(template, [0, 0, 0, 0, UInt8(payload.count)] + payload, to: &output)
        case .page(let path):
            output.append(Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        }
    }

    private func append(
        _ template: HTTPRequestTemplate,
        _ body: [UInt8],
        to output: inout ByteBuffer
    ) {
        token.withUnsafeBytes { token in
            let envelope = RequestTemplate.Envelope(streamID: 0, token: token)
            body.withUnsafeBytes { template.append(to: &output, envelope, $0) }
        }
    }
}
