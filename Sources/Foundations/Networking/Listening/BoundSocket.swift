import Glibc

/// A socket that has an address and does not listen there yet: peers are refused, and so is whoever
/// else wants the address.
struct BoundSocket: ~Copyable {
    let descriptor: Descriptor
    /// The address that peers will connect to, with the port that the system chose for port 0.
    let boundAddress: SocketAddress
    private let file: UnixSocketFile?

    /// Binds the first of an address's resolutions that can be bound.
    static func open(
        at address: SocketAddress,
        _ options: ListenerOptions
    ) throws(SocketError) -> BoundSocket {
        var failure = SystemError(errno: EADDRNOTAVAIL, call: "bind")
        for candidate in try address.resolved() {
            do throws(SystemError) {
                return try bind(candidate, address, options)
            } catch {
                failure = error
            }
        }
        throw .system(failure)
    }

    private init(
        _ descriptor: consuming Descriptor,
        at boundAddress: SocketAddress,
        _ file: UnixSocketFile?
    ) {
        self.descriptor = descriptor
        self.boundAddress = boundAddress
        self.file = file
    }

    /// Begins to listen.
    ///
    /// - Throws: `SocketError` when the system refuses, or somebody else has taken the file of a
    ///   Unix socket that nobody listened on.
    consuming func listen(_ options: ListenerOptions) throws(SocketError) -> ListeningSocket {
        do throws(SystemError) {
            // Accepted sockets inherit the sizes, in time for the window of the first segment.
            try SocketOptions.setBufferSizes(descriptor.rawValue, options.connection)
            try systemCall("listen") { Glibc.listen(descriptor.rawValue, options.backlog) }
            if let file, !file.isInPlace { throw SystemError(errno: EADDRINUSE, call: "listen") }
        } catch {
            file?.remove()
            throw .system(error)
        }
        return ListeningSocket(listening: descriptor, at: boundAddress, file)
    }

    /// Removes the file of a Unix socket; the socket itself is closed by letting go of it.
    borrowing func removeFile() {
        file?.remove()
    }

    private static func bind(
        _ raw: RawAddress,
        _ address: SocketAddress,
        _ options: ListenerOptions
    ) throws(SystemError) -> BoundSocket {
        let socket = try Descriptor.openSocket(family: raw.family)
        switch address {
        case .tcp:
            try SocketOptions.set(socket.rawValue, SOL_SOCKET, SO_REUSEADDR, 1)
            try socket.bind(to: raw)
            let boundAddress = try RawAddress.ofSocket(socket.rawValue).socketAddress ?? address
            return BoundSocket(socket, at: boundAddress, nil)
        case .unix(let path):
            // Linux takes the mode of the new file from the socket, so that there is no moment
            // at which the wrong people can connect.
            try systemCall("fchmod") { fchmod(socket.rawValue, mode_t(options.unixMode)) }
            try bindReplacingStale(socket, raw, path)
            let file = try UnixSocketFile(boundAt: path, mode: options.unixMode)
            return BoundSocket(socket, at: address, file)
        }
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
