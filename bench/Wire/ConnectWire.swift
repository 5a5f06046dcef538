import NoteletAPI
import TTRPC

/// The requests and responses of the Connect protocol over HTTP/1.1, in the binary form.
///
/// A connection answers in the order of its requests, so that the number of a reply is that of its
/// call.
struct ConnectWire: CallWire {
    private var replyCount = 0

    private static let send = template(MessagesAPI.sendToLink)
    private static let history = template(MessagesAPI.listReceived)
    private static let logIn = template(AccountsAPI.logIn)

    /// What stands in front of the name of a code, where a call failed.
    private static let codeStart = Array(#"{"code":""#.utf8)
    /// The codes of failures by their names here, but for the one that is spelled otherwise.
    private static let codes: [String: StatusCode] = {
        let codes = (1...16).map { StatusCode(rawValue: $0) }
        return Dictionary(uniqueKeysWithValues: codes.map { ($0.description.lowercased(), $0) })
    }()

    func append(
        _ operation: Operation,
        _ envelope: RequestTemplate.Envelope,
        _ payload: UnsafeRawBufferPointer,
        to output: inout ByteBuffer
    ) {
        switch operation {
        case .history: Self.history.append(to: &output, envelope, payload)
        case .signIn: Self.logIn.append(to: &output, envelope, payload)
        case .send, .delivery: Self.send.append(to: &output, envelope, payload)
        }
    }

    mutating func nextReply(
        in bytes: inout UnsafeRawBufferPointer
    ) throws(BrokenReply) -> (sequence: Int, reply: HTTPReply)? {
        guard let reply = try HTTPReply.first(in: bytes) else { return nil }
        bytes = UnsafeRawBufferPointer(rebasing: bytes[reply.byteCount...])
        replyCount += 1
        return (replyCount - 1, reply)
    }

    func outcome(of reply: HTTPReply) -> ReplyOutcome {
        if reply.status == 200 { return .ok(reply.body) }
        guard reply.body.starts(with: Self.codeStart) else { return .malformed }
        let name = reply.body.dropFirst(Self.codeStart.count).prefix { $0 != UInt8(ascii: "\"") }
        let code = Self.codes[String(decoding: name, as: UTF8.self)]
        return code.map { .failed($0) } ?? .malformed
    }

    private static func template<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>
    ) -> HTTPRequestTemplate {
        // Longer than any answer should take, as at the other doors.
        let deadline = "Connect-Timeout-Ms: 30000"
        return HTTPRequestTemplate(method, contentType: "application/proto", headers: [deadline])
    }
}
