import Glibc

/// A bound socket that listens, and the file it is found by if it is a Unix socket.
package struct ListeningSocket: ~Copyable {
    let descriptor: Descriptor
    /// The address that peers connect to, with the port that the system chose for port 0.
    package let boundAddress: SocketAddress
    private let file: UnixSocketFile?

    /// Binds the first of an address's resolutions that can be bound, and listens.
    package static func open(
        at address: SocketAddress,
        _ options: ListenerOptions
    ) throws(SocketError) -> ListeningSocket {
        var failure = SystemError(errno: EADDRNOTAVAIL, call: "bind")
        for candidate in try address.resolved() {
            do throws(SystemError) {
                return try listen(candidate, address, options)
            } catch {
                failure = error
            }
        }
        throw .system(failure)
    }

    /// Takes over a socket that somebody else has bound and made to listen.
    ///
    /// Its file, if it has one, belongs to whoever made it.
    static func adopt(
        _ descriptor: Int32,
        _ options: ListenerOptions
    ) throws(SocketError) -> ListeningSocket {
        do throws(SystemError) {
            let kind = try SocketOptions.get(descriptor, SO_TYPE)
            guard kind == Int32(SOCK_STREAM.rawValue),
                try SocketOptions.get(descriptor, SO_ACCEPTCONN) == 1
            else {
                // What accepting would say.
                throw SystemError(errno: EINVAL, call: "accept")
            }
            let boundAddress = try SocketAddress(ofSocket: descriptor)
            try SocketOptions.setBufferSizes(descriptor, options.connection)
            let flags = try systemCall("fcntl") { fcntl(descriptor, F_GETFL) }
            try systemCall("fcntl") { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
            try systemCall("fcntl") { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            return ListeningSocket(listening: Descriptor(descriptor), at: boundAddress, nil)
        } catch {
            throw .system(error)
        }
    }

    private init(
        listening descriptor: consuming Descriptor,
        at boundAddress: SocketAddress,
        _ file: UnixSocketFile?
    ) {
        self.descriptor = descriptor
        self.boundAddress = boundAddress
        self.file = file
    }

    private static func listen(
        _ raw: RawAddress,
        _ address: SocketAddress,
        _ options: ListenerOptions
    ) throws(SystemError) -> ListeningSocket {
        let socket = try Descriptor.openSocket(family: raw.family)
        let boundAddress: SocketAddress
        var file: UnixSocketFile?
        switch address {
        case .tcp:
            try SocketOptions.set(socket.rawValue, SOL_SOCKET, SO_REUSEADDR, 1)
            try socket.bind(to: raw)
            boundAddress = try RawAddress.ofSocket(socket.rawValue).socketAddress ?? address
        case .unix(let path):
            // Linux takes the mode of the new file from the socket, so that there is no moment
            // at which the wrong people can connect.
            try systemCall("fchmod") { fchmod(socket.rawValue, mode_t(options.unixMode)) }
            try bindReplacingStale(socket, raw, path)
            boundAddress = address
            file = try UnixSocketFile(boundAt: path, mode: options.unixMode)
        }
        // Accepted sockets inherit the sizes, in time for the window of the first segment.
        try SocketOptions.setBufferSizes(socket.rawValue, options.connection)
        try systemCall("listen") { Glibc.listen(socket.rawValue, options.backlog) }
        return ListeningSocket(listening: socket, at: boundAddress, file)
    }

    /// Gives the number away, for what accepts by itself; from here on the caller closes it.
    package consuming func release() -> Int32 {
        descriptor.release()
    }

    /// Removes the file of a Unix socket; the socket itself is closed by letting go of it.
    borrowing func removeFile() {
        file?.remove()
    }

    private static func bindReplacingStale(
        _ socket: borrowing Descriptor,
        _ raw: RawAddress,
        _ path: String
    ) throws(SystemError) {
        do {
            try socket.bind(to: raw)
        } catch {
            guard error.errno == EADDRINUSE, UnixSocketFile.removeStale(path, raw) else {
                throw error
            }
            try socket.bind(to: raw)
        }
    }
}
