import Dispatch
import Glibc

@testable import TTRPC

/// A TCP socket that sends whatever bytes a test wants.
///
/// It blocks on a thread of its own: those of tasks are few, and servers under test need them.
///
/// `@unchecked Sendable`: `received` is used on the queue alone.
final class RawPeer: @unchecked Sendable {
    /// Kept alive as long as somebody talks to it.
    private let server: RunningServer
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "raw peer")
    private var received: [UInt8] = []

    struct Failure: Error {
        let call: String
        let code: Int32
    }

    /// A frame as it came.
    struct Frame: Sendable {
        let header: FrameHeader
        let body: [UInt8]

        var response: ResponseEnvelope? {
            body.withRawSpan { try? ResponseEnvelope(reading: $0) }
        }

        var payload: [UInt8] { response.map { Array(body[$0.payload]) } ?? [] }
    }

    /// Connects from 127.0.0.1, or from another address of this machine, to where a server listens.
    init(
        _ server: RunningServer,
        at address: Address? = nil,
        from lastByte: UInt32 = 1,
        receiveBufferByteCount: Int32? = nil
    ) throws {
        self.server = server
        guard let port = (address ?? server.address).port else {
            throw Failure(call: "address", code: 0)
        }
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
        if let byteCount = receiveBufferByteCount { set(SO_RCVBUF, byteCount) }
        set(SO_RCVTIMEO, timeval(tv_sec: 10, tv_usec: 0))
        set(SO_SNDTIMEO, timeval(tv_sec: 60, tv_usec: 0))
        try Self.call("bind", 0x7F00_0000 | lastByte, port: 0) { bind(descriptor, $0, $1) }
        try Self.call("connect", 0x7F00_0001, port: port) { connect(descriptor, $0, $1) }
    }

    private static func call(
        _ name: String,
        _ address: UInt32,
        port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws {
        var internet = sockaddr_in()
        internet.sin_family = sa_family_t(AF_INET)
        internet.sin_port = port.bigEndian
        internet.sin_addr.s_addr = address.bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &internet) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
        guard result == 0 else { throw Failure(call: name, code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Sends all bytes, or throws when the other side is gone.
    func send(_ bytes: [UInt8]) async throws {
        try await onQueue { try self.sendBlocking(bytes) }
    }

    private func sendBlocking(_ bytes: [UInt8]) throws {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor,
                    $0.baseAddress.map { $0 + offset },
                    bytes.count - offset,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { throw Failure(call: "send", code: errno) }
            offset += count
        }
    }

    /// Sends what the socket takes without waiting, and returns how much that was.
    func sendWithoutWaiting(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes {
            Glibc.send(
                descriptor,
                $0.baseAddress,
                $0.count,
                Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            )
        }
    }

    /// Waits until the socket takes bytes again, a millisecond at most.
    func pause() async {
        try? await onQueue {
            var watched = pollfd(fd: self.descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&watched, 1, 1)
        }
    }

    /// Says that nothing more will be sent.
    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Waits for a frame; nil at the end of the connection.
    func receive() async throws -> Frame? {
        try await onQueue { try self.receiveBlocking() }
    }

    private func onQueue<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }

    private func receiveBlocking() throws -> Frame? {
        guard try fill(10) else { return nil }
        let header = received.withRawSpan { FrameHeader(reading: $0) }
        guard try fill(header.frameByteCount) else { return nil }
        defer { received.removeFirst(header.frameByteCount) }
        return Frame(header: header, body: Array(received[10..<header.frameByteCount]))
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

    private func set<Value: BitwiseCopyable>(_ option: Int32, _ value: Value) {
        var value = value
        let length = socklen_t(MemoryLayout<Value>.size)
        setsockopt(descriptor, SOL_SOCKET, option, &value, length)
    }
}

extension Address {
    /// The port; nil for a Unix socket.
    fileprivate var port: UInt16? {
        switch self {
        case .tcp(_, let port), .tls(_, let port): port
        case .unix: nil
        }
    }
}
