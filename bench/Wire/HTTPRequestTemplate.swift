import NoteletAPI

/// The requests of one method over HTTP: what all of them have in common, written beforehand.
///
/// `WEB.md` describes them.
struct HTTPRequestTemplate: Sendable {
    private let start: [UInt8]

    private static let authorization = Array("Authorization: Bearer ".utf8)
    private static let idempotencyKey = Array("Idempotency-Key: ".utf8)
    private static let contentLength = Array("Content-Length: ".utf8)
    private static let lineEnd = Array("\r\n".utf8)

    /// Describes the requests of a method.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - contentType: What bodies are written in.
    ///   - headers: More lines of the head.
    init<Request, Response>(
        _ method: MethodDescriptor<Request, Response>,
        contentType: String,
        headers: [String] = []
    ) {
        let lines =
            [
                "POST /\(method.service)/\(method.name) HTTP/1.1", "Host: 127.0.0.1",
                "Content-Type: \(contentType)",
            ] + headers
        start = Array(lines.map { $0 + "\r\n" }.joined().utf8)
    }

    /// Adds a whole request to what a connection is about to send.
    ///
    /// - Parameters:
    ///   - output: Where the request goes.
    ///   - envelope: What travels beside its body; streams have no numbers here.
    ///   - body: The body.
    func append(
        to output: inout ByteBuffer,
        _ envelope: RequestTemplate.Envelope,
        _ body: UnsafeRawBufferPointer
    ) {
        output.append(start)
        if envelope.token.count > 0 {
            output.append(Self.authorization)
            output.append(envelope.token)
            output.append(Self.lineEnd)
        }
        if let key = envelope.idempotencyKey {
            output.append(Self.idempotencyKey)
            output.append(hexadecimal: key)
            output.append(Self.lineEnd)
        }
        output.append(Self.contentLength)
        output.append(decimal: body.count)
        output.append(Self.lineEnd)
        output.append(Self.lineEnd)
        output.append(body)
    }

    /// The head of a request without its end, for whoever goes on in ways of his own.
    var openHead: [UInt8] { start }

    /// A whole request.
    func bytes(_ body: [UInt8] = [], token: String = "") -> [UInt8] {
        var output = ByteBuffer()
        var envelope = RequestTemplate.Envelope(streamID: 0)
        var token = token
        token.withUTF8 { token in
            envelope.token = UnsafeRawBufferPointer(token)
            body.withUnsafeBytes { append(to: &output, envelope, $0) }
        }
        return Array(output.bytes)
    }
}
