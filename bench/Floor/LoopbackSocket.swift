import CLinux
import CommandLineInterface
import Glibc

/// A plain TCP socket on this machine's loopback, for what is simpler without an event loop.
struct LoopbackSocket: ~Copyable {
    /// The open descriptor.
    let descriptor: Int32

    /// Connects to a port, for calls that block.
    init(connectingTo port: UInt16) throws {
        let socket = try LoopbackSocket(opened: ())
        let code = Self.withAddress(port) { connect(socket.descriptor, $0, $1) }
        guard code == 0 else { throw Self.failure("connect to port \(port)") }
        try socket.sendAtOnce()
        descriptor = socket.release()
    }

    /// Listens on a port that the system chooses.
    init(listening: Void) throws {
        let socket = try LoopbackSocket(opened: ())
        let code = Self.withAddress(0) { bind(socket.descriptor, $0, $1) }
        guard code == 0, listen(socket.descriptor, SOMAXCONN) == 0 else {
            throw Self.failure("listen")
        }
        descriptor = socket.release()
    }

    private init(opened: Void) throws {
        let stream = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { throw Self.failure("socket") }
    }

    /// Takes over a descriptor.
    init(adopting descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// The port that it is bound to.
    var port: UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        precondition(code == 0, "A bound socket has a name.")
        return UInt16(bigEndian: address.sin_port)
    }

    /// Sends small packets without waiting for more to fill them.
    func sendAtOnce() throws {
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        guard setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size) == 0 else {
            throw Self.failure("setsockopt")
        }
    }

    /// Sends all bytes; blocks until the system has them.
    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { all in
                Glibc.send(descriptor, all.baseAddress?.advanced(by: sent), all.count - sent, 0)
            }
            guard count > 0 else { throw Self.failure("send") }
            sent += count
        }
    }

    /// Appends what has arrived to `bytes`; blocks until something has.
    func receive(into bytes: inout [UInt8]) throws {
        let part = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(recv(descriptor, buffer.baseAddress, buffer.count, 0), 0)
        }
        guard !part.isEmpty else { throw Self.failure("receive") }
        bytes += part
    }

    /// Forgets the descriptor without closing it.
    private consuming func release() -> Int32 {
        let descriptor = descriptor
        discard self
        return descriptor
    }

    private static func withAddress<Value>(
        _ port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: INADDR_LOOPBACK.bigEndian)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func failure(_ what: String) -> CommandFailure {
        let reason = String(cString: strerror(errno))
        return CommandFailure(.inputOutput, "A socket failed to \(what): \(reason).")
    }
}
