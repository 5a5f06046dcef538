internal import ClientTransport
internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// One request over HTTP and its response, part by part as it comes.
///
/// URLSession tells it what happens, on a queue of its own; one task at a time waits for the next
/// part. Letting go of it ends the request.
final class Exchange: Sendable {
    private let inbox: Inbox
    private let task: URLSessionDataTask
    private let events: SessionEvents

    /// What comes of a response.
    enum Part: Sendable {
        /// What stands in front of the body; it comes first, and once.
        case head(Head)
        /// The next bytes of the body, unpacked.
        case bytes(Data)
    }

    /// The head of a response.
    struct Head: Hashable, Sendable {
        /// The status of HTTP.
        let status: Int
        /// What the body is, in lower case and without parameters; empty if nobody says.
        let contentType: String
    }

    /// How an exchange fails, beside what URLSession says.
    enum Failure: Error, Hashable, Sendable {
        /// Whoever waited was cancelled; the exchange goes on.
        case cancelled
        /// The reader was too far behind.
        case overrun
        /// What URLSession says.
        case system(URLError)
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - session: What it is sent by.
    ///   - events: What the session tells.
    init(_ request: URLRequest, by session: URLSession, telling events: SessionEvents) {
        task = session.dataTask(with: request)
        inbox = Inbox(unreadByteCountMax: WebLimits.unreadByteCountMax)
        self.events = events
        events.add(inbox, of: task)
        task.resume()
    }

    deinit {
        task.cancel()
        events.remove(task)
    }

    /// Waits for the next part.
    ///
    /// - Returns: The part; nil after the end of the body.
    /// - Throws: `Failure`.
    func next() async throws(Failure) -> Part? {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { inbox.take($0, from: task) }
        } onCancel: {
            inbox.cancelWaiter()
        }
        return try outcome.get()
    }
}
