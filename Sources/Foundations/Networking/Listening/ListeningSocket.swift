import Glibc

/// A bound socket that listens, and the file it is found by if it is a Unix socket.
package struct ListeningSocket: ~Copyable {
    let descriptor: Descriptor
    /// The address that peers connect to, with the port that the system chose for port 0.
    package let boundAddress: SocketAddress
    private var file: UnixSocketFile?

    /// Binds the first of an address's resolutions that can be bound, and listens.
    package static func open(
        at address: SocketAddress,
        _ options: ListenerOptions
    ) throws(SocketError) -> ListeningSocket {
        try BoundSocket.open(at: address, options).listen(options)
    }

    /// Takes over a socket that somebody else has bound and made to listen.
    ///
    /// Its file, if it has one, belongs to whoever made it.
    static func adopt(
        _ descriptor: Int32,
        _ options: ListenerOptions
    ) throws(SocketError) -> ListeningSocket {
        do throws(SystemError) {
            try SocketOptions.requireStream(descriptor)
            guard try SocketOptions.get(descriptor, SO_ACCEPTCONN) == 1 else {
                // What accepting would say.
                throw SystemError(errno: EINVAL, call: "accept")
            }
            let boundAddress = try SocketAddress(ofSocket: descriptor)
            try SocketOptions.setBufferSizes(descriptor, options.connection)
            try SocketOptions.prepareAdopted(descriptor)
            return ListeningSocket(listening: Descriptor(descriptor), at: boundAddress, nil)
        } catch {
            throw .system(error)
        }
    }

    init(
        listening descriptor: consuming Descriptor,
        at boundAddress: SocketAddress,
        _ file: UnixSocketFile?
    ) {
        self.descriptor = descriptor
        self.boundAddress = boundAddress
        self.file = file
    }

    /// Gives the number away, for what accepts by itself; from here on the caller closes it.
    package consuming func release() -> Int32 {
        descriptor.release()
    }

    /// Hands over the file of a Unix socket, for whoever takes the number.
    package mutating func takeFile() -> UnixSocketFile? { file.take() }

    /// Removes the file of a Unix socket; the socket itself is closed by letting go of it.
    borrowing func removeFile() {
        file?.remove()
    }
}
