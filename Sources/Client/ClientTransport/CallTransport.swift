/// Carries calls to one server, in encoded bytes: all that a client needs of a network.
///
/// It connects when it is first needed, and again whenever a connection was lost. It tries nothing
/// twice: whether a call may be repeated is known to whoever made it.
package protocol CallTransport: Sendable {
    /// Makes a call that is answered once.
    ///
    /// Cancelling the task gives up the call; the server may still carry it out.
    ///
    /// - Parameter call: The call.
    /// - Returns: The encoded response.
    /// - Throws: `TransportError` as the server refused, or as the call did not get through.
    func call(_ call: EncodedCall) async throws(TransportError) -> [UInt8]

    /// Makes a call that is answered by any number of responses.
    ///
    /// - Parameter call: The call; a time-out is that of the whole stream.
    /// - Returns: The responses, whose first may bring what the call failed by.
    /// - Throws: `TransportError` if no connection can be made.
    func open(_ call: EncodedCall) async throws(TransportError) -> any ResponseStream

    /// Ends all connections; calls that are under way, and later ones, fail with `unavailable`.
    func close() async
}

/// The responses of one call as they come, to be taken by one task at a time.
///
/// Letting go of it gives up the call. What is not taken does not pile up: a reader who is slow
/// holds the server back, or loses the stream.
package protocol ResponseStream: Sendable {
    /// Waits for the next response.
    ///
    /// - Returns: The encoded response, or nil after the last one.
    /// - Throws: `TransportError` if the call failed, or `cancelled` if the task was cancelled.
    func next() async throws(TransportError) -> [UInt8]?
}

extension ResponseStream {
    /// Waits for the next response, but not for ever.
    ///
    /// A server that is gone without a word, as after a power cut, says nothing more, and a
    /// connection on which nothing is sent does not notice. Of a stream whose server gives signs of
    /// life, a long silence tells.
    ///
    /// - Parameter silenceMax: After how long without any response the server counts as gone.
    /// - Returns: The encoded response, or nil after the last one.
    /// - Throws: `TransportError` with `unavailable` after too long a silence, and as `next()`.
    package func next(within silenceMax: Duration) async throws(TransportError) -> [UInt8]? {
        let silence = CallStatus(.unavailable, "the server was silent for \(silenceMax)")
        return try await withinTime(silenceMax, orElse: silence) { () throws(TransportError) in
            try await next()
        }
    }
}
