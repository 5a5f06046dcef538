import CLinux
import Glibc

/// The options that this module sets on sockets and reads from them.
enum SocketOptions {
    /// Bytes that the system takes of a connection beyond those that it can send: 64 KiB.
    ///
    /// By default it takes up to 4 MiB for a peer that reads nothing: the answers to a quarter of a
    /// million of the smallest requests, which eight such peers keep two processors busy with for
    /// three seconds. What is on its way to a peer that reads is not counted, so that a long way
    /// does not become a slow one.
    private static let unsentByteCountMax: Int32 = 65_536

    /// Prepares a connected socket: small messages leave at once, and wait for the peer where this
    /// process knows of them.
    static func configure(
        _ socket: borrowing Descriptor,
        _ options: ConnectionOptions
    ) throws(SystemError) {
        let descriptor = socket.rawValue
        if try isTCP(descriptor) {
            try set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
            try limitUnsent(descriptor)
        }
        try setBufferSizes(descriptor, options)
    }

    /// Has the system take no more of a TCP connection than it can send, and a little.
    static func limitUnsent(_ descriptor: Int32) throws(SystemError) {
        try set(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, unsentByteCountMax)
    }

    static func setBufferSizes(
        _ descriptor: Int32,
        _ options: ConnectionOptions
    ) throws(SystemError) {
        if let byteCount = options.sendBufferByteCount {
            try set(descriptor, SOL_SOCKET, SO_SNDBUF, byteCount)
        }
        if let byteCount = options.receiveBufferByteCount {
            try set(descriptor, SOL_SOCKET, SO_RCVBUF, byteCount)
        }
    }

    static func set(
        _ descriptor: Int32,
        _ level: Int32,
        _ option: Int32,
        _ value: Int32
    ) throws(SystemError) {
        var value = value
        try systemCall("setsockopt") {
            unsafe setsockopt(
                descriptor,
                level,
                option,
                &value,
                socklen_t(MemoryLayout<Int32>.size)
            )
        }
    }

    /// Takes the error that a socket holds, 0 if none.
    static func pendingError(of descriptor: Int32) throws(SystemError) -> Int32 {
        try get(descriptor, SO_ERROR)
    }

    /// Makes closing drop what is unsent and reset the peer.
    static func dropUnsentOnClose(_ descriptor: Int32) {
        var value = linger(l_onoff: 1, l_linger: 0)
        // A socket that has failed already refuses this, and has nothing to drop.
        _ = unsafe setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_LINGER,
            &value,
            socklen_t(MemoryLayout<linger>.size)
        )
    }

    /// Refuses a socket that carries no stream, as accepting would.
    static func requireStream(_ descriptor: Int32) throws(SystemError) {
        guard try get(descriptor, SO_TYPE) == Int32(SOCK_STREAM.rawValue) else {
            throw SystemError(errno: EINVAL, call: "accept")
        }
    }

    /// Has a socket that somebody else made be as those that this module makes: it does not block,
    /// and is closed in child programs.
    static func prepareAdopted(_ descriptor: Int32) throws(SystemError) {
        let flags = try systemCall("fcntl") { fcntl(descriptor, F_GETFL) }
        try systemCall("fcntl") { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
        try systemCall("fcntl") { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }

    private static func isTCP(_ descriptor: Int32) throws(SystemError) -> Bool {
        try get(descriptor, SO_DOMAIN) != AF_UNIX
    }

    /// Reads an option of a socket as such, whatever its protocol.
    static func get(_ descriptor: Int32, _ option: Int32) throws(SystemError) -> Int32 {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        try systemCall("getsockopt") {
            unsafe getsockopt(descriptor, SOL_SOCKET, option, &value, &length)
        }
        return value
    }
}

extension SocketAddress {
    /// Finds out where a socket is bound.
    ///
    /// - Throws: `SystemError` when it is no socket, or of a family this module does not speak.
    package init(ofSocket descriptor: Int32) throws(SystemError) {
        guard let address = try RawAddress.ofSocket(descriptor).socketAddress else {
            throw SystemError(errno: EAFNOSUPPORT, call: "getsockname")
        }
        self = address
    }
}

extension RawAddress {
    /// The address at the other end of a connected socket.
    static func ofPeer(of descriptor: Int32) throws(SystemError) -> RawAddress {
        try unsafe RawAddress { address, length throws(SystemError) in
            try systemCall("getpeername") { unsafe getpeername(descriptor, address, &length) }
        }
    }

    /// The address of a socket itself.
    static func ofSocket(_ descriptor: Int32) throws(SystemError) -> RawAddress {
        try unsafe RawAddress { address, length throws(SystemError) in
            try systemCall("getsockname") { unsafe getsockname(descriptor, address, &length) }
        }
    }
}

/// Prepares a connection that another library has accepted.
///
/// The system takes no more of it than it can send, and a little, so that what waits for a peer
/// that reads nothing waits where this process knows of it. It gives a peer up that does not answer
/// to what was sent for some time, as one whose network is gone.
package func prepareAccepted(socket descriptor: Int32, silenceSecondsMax: Int) {
    // Unix sockets take little, and their peers are here: they know no such options.
    try? SocketOptions.limitUnsent(descriptor)
    let milliseconds = Int32(clamping: silenceSecondsMax.multipliedReportingOverflow(by: 1_000).0)
    try? SocketOptions.set(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, milliseconds)
}
