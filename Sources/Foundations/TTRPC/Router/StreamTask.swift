/// Joins a stream on the event loop and the task that handles it.
///
/// `@unchecked Sendable`: `task` and `waitingSenders` are used on the stream's loop alone.
final class StreamTask: ServerStreamHandler, @unchecked Sendable {
    /// What the caller sends.
    let requests = MessageQueue()
    /// What handles the stream.
    var task: Task<Void, Never>?
    /// Senders that wait until the connection takes more.
    private var waitingSenders: [Sender] = []

    /// Whoever waits for a message to be taken.
    typealias Sender = CheckedContinuation<Result<Void, RPCError>, Never>

    /// What is said to whoever goes on after the end.
    private static let isOver = RPCError(.cancelled, "the call is over")

    /// Sends a message, and lets the sender go on when the next one may follow; on the loop.
    func send(_ message: [UInt8], on stream: ServerStream, _ sender: Sender) {
        if stream.send(message) {
            sender.resume(returning: .success(()))
        } else if stream.isEnded {
            sender.resume(returning: .failure(Self.isOver))
        } else {
            waitingSenders.append(sender)
        }
    }

    func streamDidReceive(_ stream: ServerStream, _ message: RawSpan) {
        guard requests.append(message.copiedBytes()) == .full else { return }
        stream.pauseReceiving()
        requests.whenDrained {
            stream.connection.perform { stream.resumeReceiving() }
        }
    }

    func streamDidReceiveEnd(_ stream: ServerStream) {
        requests.finish(nil)
    }

    func streamIsWritable(_ stream: ServerStream) {
        resumeSenders(.success(()))
    }

    func streamDidEnd(_ stream: ServerStream, _ status: Status) {
        let error = status.code == .ok ? Self.isOver : RPCError(status)
        requests.finish(error)
        resumeSenders(.failure(error))
        task?.cancel()
        task = nil
    }

    private func resumeSenders(_ result: Result<Void, RPCError>) {
        let senders = waitingSenders
        waitingSenders = []
        for sender in senders { sender.resume(returning: result) }
    }
}
