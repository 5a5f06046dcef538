package import NoteletClient
package import NoteletInterface

extension RemoteCaller {
    /// Asks for a page of a list.
    ///
    /// - Parameters:
    ///   - method: What is called.
    ///   - list: The request, without the place and the size of the page.
    ///   - cursor: Where the page begins; nil for the first one.
    ///   - size: How many things it has at most.
    ///   - shown: What applications see of a thing.
    /// - Returns: The page.
    /// - Throws: `AppError`.
    package nonisolated func page<Request: PageRequest, Response: PageResponse, Value: Sendable>(
        of method: MethodDescriptor<Request, Response>,
        _ list: Request,
        at cursor: PageCursor?,
        size: Int,
        _ shown: (Response.Listed) throws -> Value
    ) async throws -> ListPage<Value> {
        var request = list
        request.cursor = cursor?.bytes ?? []
        request.pageSize = Int32(clamping: size)
        let asked = request
        let response = try await call { (notelet) throws(NoteletError) in
            try await notelet.call(method, asked)
        }
        let next = response.nextCursor
        return ListPage(
            items: try response.listed.map(shown),
            next: next.isEmpty ? nil : PageCursor(bytes: next)
        )
    }
}

extension AsyncStream where Element: Sendable {
    /// Makes a stream of the last of what is told, which ends with who tells it.
    ///
    /// - Parameter follow: Tells, until there is nothing more to tell.
    package init(
        following follow:
            @escaping @Sendable (_ tell: @Sendable (Element) -> Void) async throws -> Void
    ) {
        let (stream, continuation) = Self.makeStream(bufferingPolicy: .bufferingNewest(1))
        let following = Task {
            defer { continuation.finish() }
            try await follow { continuation.yield($0) }
        }
        continuation.onTermination = { _ in following.cancel() }
        self = stream
    }
}
