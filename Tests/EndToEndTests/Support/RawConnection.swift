import Glibc

/// A blocking socket that sends whatever bytes a test wants.
final class RawConnection {
    private let descriptor: Int32
    private var received: [UInt8] = []

    struct Failure: Error {
        let call: String
        let code: Int32
    }

    /// A frame as it came.
    struct Frame {
        let streamID: UInt32
        let type: UInt8
        let body: [UInt8]

        /// The code of the status of a response; 0 for OK.
        ///
        /// It is the first field of the first.
        var code: UInt8 {
            guard body.count > 3, body[0] == 0x0a else { return 0 }
            let content = body[1] < 0x80 ? 2 : 3
            return body[content] == 0x08 ? body[content + 1] : 0
        }
    }

    /// Connects to an address as the server prints it; by TCP from 127.0.0.1, or from another
    /// address of this machine.
    ///
    /// - Parameters:
    ///   - address: The server's address.
    ///   - source: Where to connect from by TCP.
    ///   - receiveByteCount: The room that the system has for what comes by TCP, or nil for its
    ///     choice. The other side has little room for it as well then, for its segments are small.
    /// - Throws: `Failure` if nobody listens.
    init(
        _ address: String,
        from source: UInt32 = 0x7f00_0001,
        receiveByteCount: Int32? = nil
    ) throws {
        if let path = address.split(separator: "unix://").first, address.hasPrefix("unix://") {
            descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &name.sun_path) { target in
                target.copyBytes(from: path.utf8.prefix(target.count - 1))
            }
            try connect(&name)
        } else {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            if let receiveByteCount {
                set(Int32(SOL_SOCKET), SO_RCVBUF, receiveByteCount)
                set(Int32(IPPROTO_TCP), TCP_MAXSEG, 536)
            }
            let port = address.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = port.bigEndian
            name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var own = sockaddr_in()
            own.sin_family = sa_family_t(AF_INET)
            own.sin_addr.s_addr = source.bigEndian
            try call("bind", &own) { bind(descriptor, $0, $1) }
            try connect(&name)
        }
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        let length = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, length)
        // Who sends more than is taken at once waits longer than who reads.
        patience.tv_sec = 60
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, length)
    }

    deinit {
        close(descriptor)
    }

    private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private func connect<Name>(_ name: inout Name) throws {
        try call("connect", &name) { Glibc.connect(descriptor, $0, $1) }
    }

    private func call<Name>(
        _ what: String,
        _ name: inout Name,
        _ body: (UnsafePointer<sockaddr>?, socklen_t) -> Int32
    ) throws {
        let length = socklen_t(MemoryLayout<Name>.size)
        let result = withUnsafeBytes(of: &name) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { body($0.baseAddress, length) }
        }
        guard result == 0 else { throw Failure(call: what, code: errno) }
    }

    /// Sends bytes until the other side takes no more for a while; answers how many it took.
    func flood(_ bytes: [UInt8]) -> Int {
        var sentCount = 0
        while sentCount < bytes.count {
            let count = bytes.withUnsafeBytes { all in
                let rest = UnsafeRawBufferPointer(rebasing: all[sentCount...])
                let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                return Glibc.send(descriptor, rest.baseAddress, rest.count, flags)
            }
            if count > 0 {
                sentCount += count
                continue
            }
            var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&watched, 1, 500) > 0 else { break }
        }
        return sentCount
    }

    /// Sends all bytes; answers whether the other side took them.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends a frame.
    @discardableResult
    func send(_ id: UInt32, type: UInt8 = 1, flags: UInt8 = 0, _ body: [UInt8]) -> Bool {
        send(Self.header(UInt32(body.count), id, type, flags) + body)
    }

    static func header(_ size: UInt32, _ id: UInt32, _ type: UInt8, _ flags: UInt8) -> [UInt8] {
        [size, id].flatMap { word in (0..<4).map { UInt8(word >> (24 - 8 * $0) & 255) } }
            + [type, flags]
    }

    /// Waits for a frame; nil at the end of the connection.
    func receive() throws -> Frame? {
        guard try fill(10) else { return nil }
        let size = received[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let id = received[4..<8].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard try fill(10 + size) else { return nil }
        defer { received.removeFirst(10 + size) }
        return Frame(streamID: id, type: received[8], body: Array(received[10..<(10 + size)]))
    }

    private func fill(_ byteCount: Int) throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while received.count < byteCount {
            let count = chunk.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress, $0.count, 0)
            }
            if count == 0 || count < 0 && errno == ECONNRESET { return false }
            guard count > 0 else { throw Failure(call: "recv", code: errno) }
            received += chunk[0..<count]
        }
        return true
    }
}

/// An encoded `ttrpc.Request`, written without the code under test.
func request(_ service: String, _ method: String, _ payload: [UInt8] = []) -> [UInt8] {
    field(1, Array(service.utf8)) + field(2, Array(method.utf8))
        + (payload.isEmpty ? [] : field(3, payload))
}

func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    var count = content.count
    var length: [UInt8] = []
    while count > 127 {
        length.append(UInt8(count & 127) | 128)
        count >>= 7
    }
    return [number << 3 | 2] + length + [UInt8(count)] + content
}
