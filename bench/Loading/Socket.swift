import CLinux
import Glibc
import TTRPC

/// A connection to a server that never blocks.
struct Socket: ~Copyable {
    /// The descriptor; open as long as this lives.
    let descriptor: Int32

    /// Why a connection could not be made or has ended.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ address: Address, _ reason: Int32) {
            description = "\(address) cannot be reached: \(String(cString: strerror(reason)))."
        }
    }

    /// What one call to the system came to.
    enum Transfer {
        case bytes(Int)
        /// Nothing can be taken or sent now.
        case blocked
        /// The connection has ended.
        case ended
    }

    /// Connects, and returns when that is done.
    init(connectingTo address: Address) throws {
        descriptor =
            switch address {
            case .tcp(let host, let port):
                try Socket.connect(host: host, port: port, address)
            case .unix(let path):
                try Socket.connect(path: path, address)
            case .tls:
                throw Failure(address, EPROTONOSUPPORT)
            }
        var yes: Int32 = 1
        // Without effect on a Unix socket.
        setsockopt(
            descriptor,
            Int32(IPPROTO_TCP),
            TCP_NODELAY,
            &yes,
            socklen_t(MemoryLayout<Int32>.size)
        )
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    }

    deinit {
        close(descriptor)
    }

    /// Takes what has arrived, as far as there is room.
    func receive(into room: UnsafeMutableRawBufferPointer) -> Transfer {
        Socket.transfer(recv(descriptor, room.baseAddress, room.count, 0), atEnd: .ended)
    }

    /// Sends what the system takes now.
    func send(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        Socket.transfer(
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)),
            atEnd: .blocked
        )
    }

    private static func transfer(_ count: Int, atEnd end: Transfer) -> Transfer {
        if count > 0 { return .bytes(count) }
        if count == 0 { return end }
        return errno == EAGAIN || errno == EINTR ? .blocked : .ended
    }

    private static func connect(host: String, port: UInt16, _ address: Address) throws -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &found) == 0 else {
            throw Failure(address, EHOSTUNREACH)
        }
        defer { freeaddrinfo(found) }
        var reason = EHOSTUNREACH
        var next = found
        while let candidate = next?.pointee {
            let descriptor = open(family: candidate.ai_family)
            if Glibc.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen) == 0 {
                return descriptor
            }
            reason = errno
            close(descriptor)
            next = candidate.ai_next
        }
        throw Failure(address, reason)
    }

    private static func connect(path: String, _ address: Address) throws -> Int32 {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let isShort = withUnsafeMutableBytes(of: &name.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        guard isShort else { throw Failure(address, ENAMETOOLONG) }
        let descriptor = open(family: AF_UNIX)
        let result = withUnsafePointer(to: &name) { name in
            name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let reason = errno
            close(descriptor)
            throw Failure(address, reason)
        }
        return descriptor
    }

    private static func open(family: Int32) -> Int32 {
        socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }
}
