import Foundation
import Glibc
import Locking

/// Stands between clients and a server that speaks TLS, and notes what who taps the wire sees: how
/// long each record is.
///
/// `@unchecked Sendable`: what changes lies behind the lock.
final class RecordingProxy: @unchecked Sendable {
    /// Where clients reach it.
    let address: String
    private let listener: Int32
    private let state = Mutex(State())

    /// Where a record was going.
    enum Direction: Hashable, Sendable {
        /// To the server.
        case up
        /// To a client.
        case down
    }

    private struct State {
        var lengths: [Direction: [Int]] = [:]
        var sockets: [Int32] = []
        var isEnded = false
    }

    /// What TLS 1.3 adds to the data of a record: its kind and what proves it.
    private static let addedByteCount = 17

    /// Begins to pass on to a port of this machine.
    init(to port: UInt16) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var name = Self.loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try Self.withAddress(&name) {
            guard bind(listener, $0, length) == 0 else { throw Broken() }
        }
        guard listen(listener, 16) == 0 else { throw Broken() }
        try Self.withAddress(&name) {
            guard getsockname(listener, $0, &length) == 0 else { throw Broken() }
        }
        address = "tls://127.0.0.1:\(UInt16(bigEndian: name.sin_port))"
        Thread.detachNewThread { [weak self, listener] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let self, self.join(client, to: port) else { return }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    struct Broken: Error {}

    /// Ends all connections.
    func end() {
        let sockets = state.withLock { state in
            state.isEnded = true
            return state.sockets
        }
        for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// Forgets what went through so far.
    func forget() { state.withLock { $0.lengths = [:] } }

    /// How much data each record had, by its direction, in the order of their coming.
    var byteCounts: [Direction: [Int]] { state.withLock { $0.lengths } }

    private func join(_ client: Int32, to port: UInt16) -> Bool {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = Self.loopback(port: port)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = Self.withAddress(&name) { connect(server, $0, length) == 0 }
        let isEnded = state.withLock { state in
            state.sockets += [client, server]
            return state.isEnded
        }
        guard isConnected, !isEnded else { return false }
        pass(from: client, to: server, .up)
        pass(from: server, to: client, .down)
        return true
    }

    private func pass(from source: Int32, to target: Int32, _ direction: Direction) {
        Thread.detachNewThread { [weak self] in
            var records = RecordLengths()
            var room = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(source, &room, room.count, 0)
                guard count > 0 else { break }
                for length in records.take(room[..<count]) {
                    // Noted before it is passed on: who has its data finds it here.
                    self?.state.withLock { $0.lengths[direction, default: []].append(length) }
                }
                var offset = 0
                while offset < count {
                    let sent = room.withUnsafeBytes {
                        send(
                            target,
                            $0.baseAddress.map { $0 + offset },
                            count - offset,
                            Int32(MSG_NOSIGNAL)
                        )
                    }
                    guard sent > 0 else { return }
                    offset += sent
                }
            }
            shutdown(target, Int32(SHUT_WR))
        }
    }

    /// Finds the records in a stream of bytes, however it is cut.
    private struct RecordLengths {
        private var pending: [UInt8] = []

        /// How much data the records have that end in these bytes: those of the kind that data has.
        mutating func take(_ bytes: ArraySlice<UInt8>) -> [Int] {
            pending += bytes
            var lengths: [Int] = []
            var offset = 0
            while pending.count - offset >= 5 {
                let length = Int(pending[offset + 3]) << 8 | Int(pending[offset + 4])
                guard pending.count - offset >= 5 + length else { break }
                if pending[offset] == 23 { lengths.append(length - addedByteCount) }
                offset += 5 + length
            }
            pending.removeFirst(offset)
            return lengths
        }
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return name
    }

    private static func withAddress<Result>(
        _ name: inout sockaddr_in,
        _ body: (UnsafeMutablePointer<sockaddr>) throws -> Result
    ) rethrows -> Result {
        try withUnsafeMutablePointer(to: &name) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { try body($0) }
        }
    }
}
