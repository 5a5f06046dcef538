package import Domain

/// A stream of replies as the service uses it.
package protocol OutboundStream: AnyObject, Sendable {
    /// Whether the connection takes more at present; asked on its thread. After false,
    /// `clientCanTakeMore` follows.
    var isWritable: Bool { get }
    /// Sends one encoded message, on the thread of the connection.
    func send(_ message: [UInt8])
    /// Ends the stream, from any thread; nil ends it in good order. Thereupon its session is
    /// stopped.
    func finish(_ error: DomainError?)
    /// Runs `job` on the thread of the connection, soon.
    func execute(_ job: @escaping @Sendable () -> Void)
}

/// What goes on behind a stream of replies.
package protocol StreamSession: AnyObject, Sendable {
    /// The connection, which could take no more, can again.
    func clientCanTakeMore()
    /// The stream is over, whoever ended it: nothing more will be sent. The last thing it is told.
    func stop()
}
