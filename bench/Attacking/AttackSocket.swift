import CommandLineInterface
import Glibc

/// A connection of an attacker: it never blocks, and comes from an address of its own choice.
struct AttackSocket: ~Copyable {
    private let descriptor: Int32
    private var unsent: [UInt8] = []

    /// `POLLRDHUP` of poll(2), which Swift does not see.
    private static let peerClosed: Int16 = 0x2000

    /// What a slow reader lets the system keep for it.
    private static let receiveBufferByteCount: Int32 = 4_096

    /// What is thrown away at a time.
    private static let discardedByteCount = 16 << 10

    /// Connects from the attacker's `number`-th address of this machine: 127.0.1.1, 127.0.1.2, ...
    init(port: UInt16, fromAddress number: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure("be opened") }
        var (size, length) = (Self.receiveBufferByteCount, socklen_t(MemoryLayout<Int32>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, length)
        // Else each address would have its ports for all peers together.
        var yes: Int32 = 1
        length = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT, &yes, length)
        let own = UInt32(0x7F00_0101 + number / 250 * 256 + number % 250)
        guard Self.call(own, 0, { bind(descriptor, $0, $1) }) == 0,
            Self.call(0x7F00_0001, port, { connect(descriptor, $0, $1) }) == 0
        else {
            let failure = Self.failure("connect")
            close(descriptor)
            throw failure
        }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    deinit {
        close(descriptor)
    }

    /// Whether everything that was to be sent is on its way.
    var hasSentAll: Bool { unsent.isEmpty }

    /// Sends what the system takes, and keeps the rest for the next time.
    mutating func send(_ bytes: [UInt8] = []) {
        unsent += bytes
        guard !unsent.isEmpty else { return }
        let count = Glibc.send(descriptor, unsent, unsent.count, Int32(MSG_NOSIGNAL))
        if count > 0 { unsent.removeFirst(count) }
    }

    /// Takes what has arrived, and throws it away.
    ///
    /// - Returns: Whether there was anything.
    func discardReceived() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: Self.discardedByteCount, alignment: 16) { room in
            var isAnything = false
            while recv(descriptor, room.baseAddress, room.count, 0) > 0 { isAnything = true }
            return isAnything
        }
    }

    /// Whether the server has ended the connection; looks behind what was not read, too.
    var isClosed: Bool {
        var watched = pollfd(fd: descriptor, events: Self.peerClosed, revents: 0)
        return poll(&watched, 1, 0) > 0
    }

    private static func call(
        _ address: UInt32,
        _ port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var internet = sockaddr_in()
        internet.sin_family = sa_family_t(AF_INET)
        internet.sin_port = port.bigEndian
        internet.sin_addr.s_addr = address.bigEndian
        return withUnsafePointer(to: &internet) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func failure(_ what: String) -> CommandFailure {
        let reason = String(cString: strerror(errno))
        return CommandFailure(
            .inputOutput,
            "A connection of the attackers could not \(what): \(reason). Many connections take as "
                + "many open files: see 'ulimit -n'."
        )
    }
}
