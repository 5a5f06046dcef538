/// What happens on one stream, told on the event loop of its connection.
///
/// None of these may block. All but `streamDidReceive` have a form that does nothing.
public protocol ServerStreamHandler: AnyObject {
    /// The caller sent a message, which is lent for the time of the call.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - message: The encoded message.
    func streamDidReceive(_ stream: ServerStream, _ message: RawSpan)

    /// The caller will send no more messages.
    ///
    /// - Parameter stream: The stream.
    func streamDidReceiveEnd(_ stream: ServerStream)

    /// The stream takes messages again, after `send` returned false.
    ///
    /// - Parameter stream: The stream.
    func streamIsWritable(_ stream: ServerStream)

    /// The server is shutting down: time to finish, best with UNAVAILABLE.
    ///
    /// - Parameter stream: The stream.
    func streamShouldFinish(_ stream: ServerStream)

    /// The call is over, whoever ended it: told once to each handler, as the last thing.
    ///
    /// It is told within the `send` or `finish` that brings the end about, if that is on the loop.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - status: What the handler finished it with, or why it ended otherwise: the connection
    ///     ended, the deadline passed, the caller broke a rule or did not read.
    func streamDidEnd(_ stream: ServerStream, _ status: Status)
}

extension ServerStreamHandler {
    /// Does nothing.
    ///
    /// - Parameter stream: The stream.
    public func streamDidReceiveEnd(_ stream: ServerStream) {}

    /// Does nothing.
    ///
    /// - Parameter stream: The stream.
    public func streamIsWritable(_ stream: ServerStream) {}

    /// Finishes with UNAVAILABLE.
    ///
    /// - Parameter stream: The stream.
    public func streamShouldFinish(_ stream: ServerStream) {
        stream.finish(.shuttingDown)
    }

    /// Does nothing.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - status: How.
    public func streamDidEnd(_ stream: ServerStream, _ status: Status) {}
}

extension Status {
    /// What callers are told when the server stops.
    public static let shuttingDown = Status(.unavailable, "the server is shutting down")
}
