internal import ClientTransport

/// A stream of responses, which is given up when it is let go.
struct OpenStream<Response: Decodable & Sendable>: Sendable {
    private let responses: any ResponseStream
    /// The access token with which it was opened.
    let token: AccessToken?

    init(_ responses: any ResponseStream, token: AccessToken?) {
        self.responses = responses
        self.token = token
    }

    /// Waits for the next message.
    ///
    /// - Parameter silenceMax: After how long without any message the connection counts as lost.
    /// - Returns: The message, or nil when the stream has ended well.
    /// - Throws: `unreachable` after too long a silence, and as the call failed.
    func next(within silenceMax: Duration) async throws(NoteletError) -> Response? {
        let bytes: [UInt8]?
        do throws(TransportError) {
            bytes = try await responses.next(within: silenceMax)
        } catch {
            throw Task.isCancelled ? .cancelledByCaller : NoteletError(error)
        }
        guard let bytes else { return nil }
        return try MessageCoding.decode(Response.self, from: bytes)
    }
}
