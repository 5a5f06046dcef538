import Glibc

extension Connection {
    /// The user as which the peer of a Unix socket connected; nil for other sockets, and once the
    /// peer has gone.
    ///
    /// It is "the effective user ID" as of the call of connect(2) (unix(7), SO_PEERCRED), which the
    /// kernel keeps: nothing that the peer sends or does later has a part in it.
    package var peerUserID: UInt32? {
        loop.assertCurrent()
        guard state != .closed else { return nil }
        return try? SocketOptions.peerUserID(of: descriptor)
    }
}

/// The user as which the peer of a Unix socket connected, as `Connection.peerUserID` says it; nil
/// for other sockets.
package func peerUserID(ofSocket descriptor: Int32) -> UInt32? {
    try? SocketOptions.peerUserID(of: descriptor)
}

extension SocketOptions {
    /// Reads who is at the other end of a Unix socket; nil if the kernel knows nobody.
    static func peerUserID(of descriptor: Int32) throws(SystemError) -> UInt32? {
        // `struct ucred`, which Glibc declares under _GNU_SOURCE only: process, user and group, of
        // four bytes each. Other sockets have -1 for a user.
        var credentials: InlineArray<3, UInt32> = [0, .max, .max]
        let byteCount = MemoryLayout<InlineArray<3, UInt32>>.size
        var length = socklen_t(byteCount)
        try systemCall("getsockopt") {
            unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
        }
        return Int(length) == byteCount && credentials[1] != .max ? credentials[1] : nil
    }
}
