package import Domain

/// A stream of replies as the service uses it.
package protocol OutboundStream: AnyObject, Sendable {
    /// Whether the client takes more at present; asked on the thread of the connection.
    var isWritable: Bool { get }
    /// Sends one encoded message, on the thread of the connection.
    func send(_ message: [UInt8])
    /// Ends the stream, from any thread; nil ends it in good order.
    func finish(_ error: DomainError?)
    /// Runs `job` on the thread of the connection, soon.
    func execute(_ job: @escaping @Sendable () -> Void)
}

/// What goes on behind a stream of replies.
package protocol StreamSession: AnyObject, Sendable {
    /// The client, which could take no more, can again.
    func clientCanTakeMore()
    /// The client is gone, or the server is stopping: nothing more will be sent.
    func stop()
}
