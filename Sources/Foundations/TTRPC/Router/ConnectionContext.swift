import Locking
package import Networking

/// What handlers may know and keep of one connection.
public final class ConnectionContext: Sendable {
    /// The user as which the caller connected to a Unix socket, as the system knows it; nil over
    /// TCP, and if the system does not say.
    public let userID: UInt32?

    /// What carries the connection.
    public let transport: Transport

    /// The name in the certificate by which the caller has proved itself; nil where
    /// `ServerCredentials` demand none.
    public let certificateName: String?

    /// Where the caller comes from: what is counted by address is counted by it.
    package let origin: PeerOrigin

    /// The loop on which the connection's handlers are called.
    package let eventLoop: EventLoop

    /// Tells the thread on which the connection's handlers are called from others.
    package let threadNumber: Int

    private let slot = Mutex<(any AnyObject & Sendable)?>(nil)
    private let hasAuthenticated = Atomic<Bool>(false)

    init(
        userID: UInt32?,
        transport: Transport,
        origin: PeerOrigin,
        certificateName: String?,
        eventLoop: EventLoop
    ) {
        self.userID = userID
        self.transport = transport
        self.origin = origin
        self.certificateName = certificateName
        self.eventLoop = eventLoop
        threadNumber = eventLoop.number
    }

    /// Whether a handler has said who the caller is.
    public var isAuthenticated: Bool { hasAuthenticated.load(ordering: .relaxed) }

    /// Says that the caller has shown who it is; it counts from the next frame on.
    ///
    /// The limits for strangers, of the size of a frame and of the time to authenticate, are lifted
    /// for the rest of the connection. Any thread may say it.
    public func markAuthenticated() { hasAuthenticated.store(true, ordering: .relaxed) }

    /// One object that handlers keep for the life of the connection, such as who has logged in.
    ///
    /// It is safe to use from any thread; the last one to write wins.
    public var userData: (any AnyObject & Sendable)? {
        get { slot.withLock { $0 } }
        set { slot.withLock { $0 = newValue } }
    }
}
