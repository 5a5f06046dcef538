package import Domain

/// A stream of replies as the service uses it.
package protocol OutboundStream: AnyObject, Sendable {
    /// Whether the connection takes more at present; asked on its thread. After false,
    /// `clientCanTakeMore` follows.
    var isWritable: Bool { get }
    /// Sends one encoded message, on the thread of the connection.
    func send(_ message: [UInt8])
    /// Sends one encoded message that tells nothing new, on the thread of the connection.
    func sendSignOfLife(_ message: [UInt8])
    /// Ends the stream, from any thread; nil ends it in good order. Thereupon its session is
    /// stopped.
    func finish(_ error: DomainError?)
    /// Runs `job` on the thread of the connection, soon, but after the replies that are due there:
    /// who writes does not wait for who watches.
    func execute(_ job: @escaping @Sendable () -> Void)
}

extension OutboundStream {
    /// Sends it as any other, for streams that do not count how long they were idle.
    package func sendSignOfLife(_ message: [UInt8]) { send(message) }
}

/// What goes on behind a stream of replies.
package protocol StreamSession: AnyObject, Sendable {
    /// Whether the stream may end for another one of the same connection.
    var isReplaceable: Bool { get }
    /// The connection, which could take no more, can again.
    func clientCanTakeMore()
    /// The stream is over, whoever ended it: nothing more will be sent. The last thing it is told.
    func stop()
}

extension StreamSession {
    /// A stream that ends by itself is not ended for another one.
    package var isReplaceable: Bool { false }
}
