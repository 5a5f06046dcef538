import Dispatch
import HTTP
import Locking
import TestSupport

/// Answers as the path says: at once, later, never, or by a stream that the test feeds.
final class ScriptedHandler: HTTPHandler {
    static let bodyByteCountMax = 1 << 16

    private let waiting = Mutex(Waiting())
    private let replyCount = DispatchSemaphore(value: 0)
    private let sourceCount = DispatchSemaphore(value: 0)
    private let progress = DispatchSemaphore(value: 0)

    private struct Waiting {
        var replies: [HTTPReply] = []
        var sources: [StreamSource] = []
    }

    func receive(_ request: borrowing HTTPRequest) -> HTTPReception {
        let (verb, path, query) = (request.verb, request.path, request.query("x") ?? "")
        if path == "/refused" { return .answer(HTTPResponse(.forbidden, line: "No.")) }
        if path == "/who" {
            let (user, name) = (request.connection.userID, request.connection.certificateName)
            let line = "\(user.map(String.init) ?? "nobody") \(name ?? "nameless")"
            return .answer(HTTPResponse(.ok, line: line))
        }
        return .body(byteCountMax: Self.bodyByteCountMax) { body, reply in
            self.answer(path, "\(verb) \(path) x=\(query) ", body, reply)
        }
    }

    private func answer(_ path: String, _ text: String, _ body: [UInt8], _ reply: HTTPReply) {
        switch path {
        case "/later":
            waiting.withLock { $0.replies.append(reply) }
            replyCount.signal()
        case "/dropped":
            break
        case "/slow-stream":
            let source = StreamSource()
            reply.send(source.stream, headers: [], to: source)
            waiting.withLock { $0.sources.append(source) }
            sourceCount.signal()
            replyCount.signal()
            progress.passPatiently()
        case "/stream":
            let source = StreamSource()
            let headers = [HTTPHeader("Content-Type", "text/x")]
            reply.send(source.stream, headers: headers, to: source)
            waiting.withLock { $0.sources.append(source) }
            sourceCount.signal()
        default:
            let body = Array(text.utf8) + body
            reply.send(HTTPResponse(.ok, contentType: "text/plain", body: body))
        }
    }
}

extension ScriptedHandler {
    /// Waits until so many requests wait for their answers.
    func waitForReplies(count: Int) throws {
        for _ in 0..<count { try replyCount.waitPatiently() }
    }

    /// The answers that requests wait for.
    func takeReplies() -> [HTTPReply] {
        waiting.withLock { waiting in
            defer { waiting.replies = [] }
            return waiting.replies
        }
    }

    /// Lets a handler go on that waits behind its answer.
    func proceed() { progress.signal() }

    /// Waits for the next stream.
    func waitForSource() throws -> StreamSource {
        try sourceCount.waitPatiently()
        return waiting.withLock { $0.sources.removeFirst() }
    }
}

/// Feeds one stream.
final class StreamSource: HTTPStreamHandler {
    private let ending = DispatchSemaphore(value: 0)
    private let state = Mutex(State())

    let stream = HTTPStream(byteCountMax: 1 << 20)

    private struct State {
        var leftByteCount = 0
        var hasEnded = false
    }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }
    /// How many bytes are still to be sent.
    var leftByteCount: Int { state.withLock { $0.leftByteCount } }

    /// Sends bytes from the thread of the connection, whether they are taken or not.
    func send(_ bytes: [UInt8]) {
        let stream = stream
        stream.execute { stream.send(bytes) }
    }

    /// Sends so many bytes as the client takes them.
    func produce(byteCount: Int) {
        state.withLock { $0.leftByteCount = byteCount }
        let stream = stream
        stream.execute { self.streamIsWritable(stream) }
    }

    /// Waits until the stream is over.
    func waitForEnd() throws { try ending.waitPatiently() }

    func streamIsWritable(_ stream: HTTPStream) {
        while stream.isWritable {
            let count = state.withLock { state in
                let count = min(state.leftByteCount, 16 << 10)
                state.leftByteCount -= count
                return count
            }
            guard count > 0 else { return }
            stream.send([UInt8](repeating: 7, count: count))
        }
    }

    func streamDidEnd(_ stream: HTTPStream) {
        state.withLock { $0.hasEnded = true }
        ending.signal()
    }
}
