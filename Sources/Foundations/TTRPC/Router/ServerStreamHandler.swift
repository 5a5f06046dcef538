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

    /// The connection has as many streams as it may have, and its caller opens another one.
    ///
    /// - Parameter stream: The stream.
    /// - Returns: Whether the stream may end for that, if it was idle longest.
    func streamMayMakeRoom(_ stream: ServerStream) -> Bool

    /// The stream was idle longest of those that may make room: time to finish, with a status that
    /// says so.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - streamCountMax: How many streams a connection may have.
    func streamShouldMakeRoom(_ stream: ServerStream, streamCountMax: Int)

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

    /// Lets nothing make the stream end.
    ///
    /// - Parameter stream: The stream.
    /// - Returns: False.
    public func streamMayMakeRoom(_ stream: ServerStream) -> Bool { false }

    /// Finishes with RESOURCE_EXHAUSTED.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - streamCountMax: How many streams a connection may have.
    public func streamShouldMakeRoom(_ stream: ServerStream, streamCountMax: Int) {
        stream.finish(.tooManyStreams(streamCountMax))
    }

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
    /// What is said of a stream beyond those that a connection may have.
    static func tooManyStreams(_ countMax: Int) -> Status {
        Status(.resourceExhausted, "a connection may have \(countMax) open streams")
    }

    /// What callers are told when the server stops.
    public static let shuttingDown = Status(.unavailable, "the server is shutting down")
}
