import Glibc

/// The datagram socket on which a service manager listens for what its services say of themselves,
/// as sd_notify(3) describes it.
struct NotifySocket: Sendable {
    private let address: [UInt8]

    /// How long the manager may take to take a message: longer, and the server goes on without it.
    private static let patience = timeval(tv_sec: 5, tv_usec: 0)

    /// Takes a path, or a name that begins with `@` of the abstract namespace, as `NOTIFY_SOCKET`
    /// gives it; nil where it is neither.
    init?(_ name: String) {
        var path = Array(name.utf8)
        guard path.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { return nil }
        switch path.first {
        case UInt8(ascii: "/"): path.append(0)
        case UInt8(ascii: "@"): path[0] = 0
        default: return nil
        }
        let family = sa_family_t(AF_UNIX)
        address = withUnsafeBytes(of: family) { Array($0) } + path
    }

    /// Sends lines of assignments, such as `READY=1`; what the manager does not take is dropped.
    func send(_ lines: [String]) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var patience = NotifySocket.patience
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_SNDTIMEO,
            &patience,
            socklen_t(MemoryLayout<timeval>.size)
        )
        let message = Array(lines.joined(separator: "\n").utf8)
        address.withUnsafeBytes { address in
            _ = sendto(
                descriptor,
                message,
                message.count,
                Int32(MSG_NOSIGNAL),
                address.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(address.count)
            )
        }
    }
}
