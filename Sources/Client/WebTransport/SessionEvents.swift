internal import ClientTransport
internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// Brings what URLSession tells of a task to the inbox of its response.
///
/// Tasks have delegates of their own, too, but FoundationNetworking tells them nothing.
final class SessionEvents: NSObject, Sendable {
    private let inboxes = Guarded<[Int: Inbox]>([:])

    /// Lets the inbox hear of a task, before the task begins.
    func add(_ inbox: Inbox, of task: URLSessionTask) {
        inboxes.withLock { $0[task.taskIdentifier] = inbox }
    }

    /// Lets nobody hear of a task any more.
    func remove(_ task: URLSessionTask) {
        inboxes.withLock { $0[task.taskIdentifier] = nil }
    }

    private func inbox(of task: URLSessionTask) -> Inbox? {
        inboxes.withLock { $0[task.taskIdentifier] }
    }
}

extension SessionEvents: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let head = Exchange.Part.head(Exchange.Head(response))
        _ = inbox(of: dataTask)?.put(head, byteCount: 0, from: dataTask)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let inbox = inbox(of: dataTask) else { return }
        if inbox.put(.bytes(data), byteCount: data.count, from: dataTask) {
            // Elsewhere: here a session may wait for itself to take it.
            Task.detached { dataTask.cancel() }
        }
    }

    /// Follows no redirect: a request has a token, which another place is not to see.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        let inbox = inbox(of: task)
        remove(task)
        guard let error else {
            inbox?.finish(.success(nil))
            return
        }
        inbox?.finish(.failure(.system(error as? URLError ?? URLError(.unknown))))
    }
}

extension Exchange.Head {
    /// Reads the head of a response; one that is not HTTP's has the status 0.
    fileprivate init(_ response: URLResponse) {
        let response = response as? HTTPURLResponse
        let type = response?.value(forHTTPHeaderField: "Content-Type") ?? ""
        status = response?.statusCode ?? 0
        contentType = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }
}
