/// Why a text is not a socket address; its description says what would be right.
package enum SocketAddressError: Error, Hashable, Sendable {
    /// The text starts with no scheme of an address.
    case unknownScheme(String)
    /// A TCP address, plain or encrypted, lacks its port.
    case missingPort(String)
    /// The port is not a decimal number from 0 to 65535.
    case invalidPort(String)
    /// The host is neither an IP address nor a host name.
    case invalidHost(String)
    /// An IPv6 address stands without brackets, so that its port cannot be told apart.
    case unbracketedIPv6(String)
    /// A Unix socket's path does not start with a slash.
    case relativePath(String)
    /// A Unix socket's path has a NUL byte, as the abstract namespace would need.
    case pathContainsNUL
    /// A Unix socket's path does not fit into the system's address structure.
    case pathTooLong(byteCount: Int)
}

extension SocketAddressError: CustomStringConvertible {
    /// What is wrong with the text and what would be right, for whoever typed it.
    package var description: String {
        switch self {
        case .unknownScheme(let text):
            "'\(text)' is no address: write tcp://HOST:PORT, tls://HOST:PORT or unix:///PATH"
        case .missingPort(let text):
            "'\(text)' lacks a port: write \(text.prefix(6))HOST:PORT"
        case .invalidPort(let text):
            "'\(text)' is no port: write a number from 0 to 65535"
        case .invalidHost(let text):
            "'\(text)' is no host: write an IPv4 address, an IPv6 address in brackets or a name"
        case .unbracketedIPv6(let text):
            "'\(text)' needs brackets: write \(text.prefix(6))[ADDRESS]:PORT"
        case .relativePath(let text):
            "'\(text)' is no absolute path: write unix:///PATH"
        case .pathContainsNUL:
            "A socket path contains no NUL byte; abstract sockets are not supported"
        case .pathTooLong(let byteCount):
            "A socket path of \(byteCount) bytes is too long: "
                + "at most \(SocketAddress.unixPathByteCountMax) bytes fit"
        }
    }
}

/// Why a socket could not listen or connect.
package enum SocketError: Error, Hashable, Sendable {
    /// The host name has no address; the reason is the resolver's own text.
    case unresolvedHost(String, reason: String)
    /// The address itself cannot be used, for example a socket path that is too long.
    case invalidAddress(SocketAddressError)
    /// A system call refused; of several addresses of one host, the last one tried.
    case system(SystemError)
    /// The two sides did not come to an encrypted connection.
    case security(TLSError)
    /// No address answered within the time allowed.
    case timedOut
    /// The event loop has been stopped.
    case loopStopped
}

extension SocketError: CustomStringConvertible {
    /// What failed, in words for an operator's log, with the system's own reason where it gave one.
    package var description: String {
        switch self {
        case .unresolvedHost(let host, let reason): "cannot resolve '\(host)': \(reason)"
        case .invalidAddress(let error): error.description
        case .system(let error): error.description
        case .security(let error): error.description
        case .timedOut: "connect: no answer within the time allowed"
        case .loopStopped: "the event loop has been stopped"
        }
    }
}
