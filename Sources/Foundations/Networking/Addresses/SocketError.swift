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
