import Locking
import Networking

/// A visit at an `https://` address: it connects, asks, and is over with the first bytes that come
/// back.
enum HTTPVisit {
    private static let timeoutNanoseconds: UInt64 = 30_000_000_000

    /// Why no answer came.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Visits a port of this machine.
    static func visit(
        _ port: UInt16,
        asking request: [UInt8],
        trusting context: TLSClientContext,
        on loop: EventLoop
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            let answer = Answer(continuation)
            Connector.connect(
                to: .tcp(host: "127.0.0.1", port: port),
                securedBy: context,
                on: loop,
                timeoutNanoseconds: timeoutNanoseconds,
                handler: { _ in Visitor(answer) },
                completion: { result in
                    switch result {
                    case .success(let connection): connection.write(request)
                    case .failure(let error): answer.end(.failure(error))
                    }
                }
            )
        }
    }

    /// What the visitor waits for; the first end counts.
    private final class Answer: Sendable {
        private let continuation: Mutex<CheckedContinuation<Void, any Error>?>

        init(_ continuation: CheckedContinuation<Void, any Error>) {
            self.continuation = Mutex(continuation)
        }

        func end(_ result: Result<Void, any Error>) {
            continuation.withLock { $0.take() }?.resume(with: result)
        }
    }

    private final class Visitor: ConnectionHandler {
        private let answer: Answer

        init(_ answer: Answer) { self.answer = answer }

        func connectionDidReceive(_ connection: Connection, _ buffer: inout ReceiveBuffer) {
            buffer.consumeAll()
            answer.end(.success(()))
            connection.close()
        }

        func connectionDidClose(_ connection: Connection, reason: CloseReason) {
            answer.end(.failure(Failure(description: "A visit had no answer: \(reason).")))
        }
    }
}
