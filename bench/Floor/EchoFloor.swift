import CLinux
import CommandLineInterface
import Foundation
import Glibc
import NoteletAPI
import ProtobufCoding

/// A server that answers every request frame with the same reply and does nothing else.
///
/// One thread on epoll, one read and one write a turn: what loopback, the kernel and the load tool
/// can do at best. It trusts its only client, and is no server for anything else.
final class EchoFloor {
    /// The port on loopback.
    let port: UInt16
    private let listener: LoopbackSocket
    private let hasEnded = DispatchSemaphore(value: 0)

    /// What is answered.
    enum Reply {
        /// The receipt of a send.
        case receipt
        /// A page of so many notes of this content.
        case page(noteCount: Int, content: String)
    }

    /// Starts to listen.
    init(_ reply: Reply) throws {
        listener = try LoopbackSocket(listening: ())
        port = listener.port
        let descriptor = listener.descriptor
        let loop = try EchoLoop(listener: descriptor, body: EchoFloor.body(of: reply))
        Thread { [hasEnded] in
            loop.run()
            hasEnded.signal()
        }.start()
    }

    /// Closes all connections, and waits until the thread has ended.
    func stop() {
        // The listening socket then hangs up, by which the loop knows.
        shutdown(listener.descriptor, Int32(SHUT_RDWR))
        hasEnded.wait()
    }

    /// The body of the response frame: the message as field 2 of the envelope.
    private static func body(of reply: Reply) throws -> [UInt8] {
        let message: [UInt8]
        switch reply {
        case .receipt:
            let response = SendResponse(
                messageID: Array(repeating: 7, count: 16),
                sentAt: Timestamp(seconds: 1_700_000_000, nanos: 1_000_000)
            )
            message = try ProtobufEncoder().encode(response)
        case .page(let noteCount, let content):
            let note = ReceivedMessage(
                id: Array(repeating: 7, count: 16),
                content: content,
                receivedAt: Timestamp(seconds: 1_700_000_000),
                senderName: "익명",
                isAnonymous: true
            )
            let page = ListReceivedResponse(
                messages: Array(repeating: note, count: noteCount),
                nextCursor: Array(repeating: 7, count: 32)
            )
            message = try ProtobufEncoder().encode(page)
        }
        var writer = ProtobufWriter()
        writer.write(message, field: 2)
        return writer.finish()
    }
}

/// The thread of an echo.
///
/// `@unchecked Sendable`: made on one thread, and then used on the echo's own alone.
private final class EchoLoop: @unchecked Sendable {
    private let listener: Int32
    private let epoll: Int32
    private let reply: [UInt8]
    private var connections: [Int32: EchoConnection] = [:]

    private static let eventCountMax = 64
    private static let headerByteCount = 10
    /// The type of a response in the header of a frame.
    private static let responseType: UInt8 = 2

    init(listener: Int32, body: [UInt8]) throws {
        self.listener = listener
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        // The number of the stream is filled in each time.
        let length = withUnsafeBytes(of: UInt32(body.count).bigEndian) { Array($0) }
        reply = length + [0, 0, 0, 0, EchoLoop.responseType, 0] + body
        guard epoll >= 0, watch(listener, for: EPOLLIN, EPOLL_CTL_ADD) else {
            throw CommandFailure(.inputOutput, "The echo cannot wait for connections.")
        }
    }

    func run() {
        var events = Array(repeating: epoll_event(), count: EchoLoop.eventCountMax)
        defer {
            for connection in connections.keys { close(connection) }
            close(epoll)
        }
        while true {
            let count = epoll_wait(epoll, &events, Int32(events.count), -1)
            guard count >= 0 || errno == EINTR else { return }
            for event in events[..<Int(max(count, 0))] {
                let descriptor = event.data.fd
                if descriptor == listener {
                    guard event.events & EPOLLHUP.rawValue == 0 else { return }
                    accept()
                } else if !serve(descriptor) {
                    connections[descriptor] = nil
                    close(descriptor)
                }
            }
        }
    }

    private func accept() {
        let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = accept4(listener, nil, nil, flags)
        guard descriptor >= 0 else { return }
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
        guard watch(descriptor, for: EPOLLIN, EPOLL_CTL_ADD) else {
            close(descriptor)
            return
        }
        connections[descriptor] = EchoConnection(descriptor)
    }

    /// Reads, answers and writes once; false when the connection has ended.
    private func serve(_ descriptor: Int32) -> Bool {
        guard let connection = connections[descriptor], connection.receive() else { return false }
        connection.answer(with: reply, headerByteCount: EchoLoop.headerByteCount)
        guard let isDone = connection.flush() else { return false }
        guard isDone != connection.isIdle else { return true }
        connection.isIdle = isDone
        // A client that reads slowly is given no further replies until it has the last ones.
        return watch(descriptor, for: isDone ? EPOLLIN : EPOLLOUT, EPOLL_CTL_MOD)
    }

    private func watch(_ descriptor: Int32, for events: EPOLL_EVENTS, _ operation: Int32) -> Bool {
        var event = epoll_event(events: events.rawValue, data: epoll_data_t(fd: descriptor))
        return epoll_ctl(epoll, operation, descriptor, &event) == 0
    }
}

/// What one client of an echo has sent, and is still to get.
private final class EchoConnection {
    private let descriptor: Int32
    /// The first bytes are what has arrived and is not answered, the rest is room for more.
    private var room = [UInt8](repeating: 0, count: EchoConnection.roomByteCount)
    private var receivedCount = 0
    private var outbound: [UInt8] = []
    private var sentCount = 0
    /// Whether nothing waits to be sent.
    var isIdle = true

    /// Far more than the longest request.
    private static let roomByteCount = 65_536

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Takes what has arrived; false at the end.
    func receive() -> Bool {
        guard isIdle else { return true }
        let count = room.withUnsafeMutableBytes { buffer in
            let free = UnsafeMutableRawBufferPointer(rebasing: buffer[receivedCount...])
            return recv(descriptor, free.baseAddress, free.count, 0)
        }
        receivedCount += max(count, 0)
        return count > 0 || (count < 0 && errno == EAGAIN)
    }

    /// Appends a reply for each whole frame, with the number of its stream.
    func answer(with reply: [UInt8], headerByteCount: Int) {
        var offset = 0
        while receivedCount - offset >= headerByteCount {
            let length = room.withUnsafeBytes {
                Int(UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            }
            guard receivedCount - offset - headerByteCount >= length else { break }
            let start = outbound.count
            outbound += reply
            for index in 4..<8 { outbound[start + index] = room[offset + index] }
            offset += headerByteCount + length
        }
        // What is left is the beginning of one frame, and most often nothing.
        for index in offset..<receivedCount { room[index - offset] = room[index] }
        receivedCount -= offset
    }

    /// Sends what waits; whether that was all of it, nil when the connection has ended.
    func flush() -> Bool? {
        while sentCount < outbound.count {
            let count = outbound.withUnsafeBytes { buffer in
                send(
                    descriptor,
                    buffer.baseAddress?.advanced(by: sentCount),
                    buffer.count - sentCount,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count >= 0 else { return errno == EAGAIN ? false : nil }
            sentCount += count
        }
        outbound.removeAll(keepingCapacity: true)
        sentCount = 0
        return true
    }
}
