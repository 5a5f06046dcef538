import Glibc
import Testing

@testable import Networking

/// A plain blocking socket: the far side of a connection, under a test's full control.
final class RawSocket {
    let descriptor: Int32

    init(connectedTo address: SocketAddress, receiveBufferByteCount: Int32? = nil) throws {
        let raw = try #require(try address.resolved().first)
        descriptor = socket(raw.family, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        if let receiveBufferByteCount {
            try SocketOptions.set(descriptor, SOL_SOCKET, SO_RCVBUF, receiveBufferByteCount)
        }
        // A peer that neither sends nor takes anything is a failure.
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            var patience = timeval(tv_sec: 20, tv_usec: 0)
            let length = socklen_t(MemoryLayout<timeval>.size)
            setsockopt(descriptor, SOL_SOCKET, option, &patience, length)
        }
        try #require(raw.withPointer { connect(descriptor, $0, $1) } == 0)
    }

    deinit {
        _ = close(descriptor)
    }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            try #require(count > 0)
            sent += count
        }
    }

    /// Receives until there are `byteCount` bytes or the stream ends.
    func receive(_ byteCount: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        var filled = 0
        while filled < byteCount {
            let count = bytes.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress?.advanced(by: filled), byteCount - filled, 0)
            }
            try #require(count >= 0)
            if count == 0 { break }
            filled += count
        }
        return Array(bytes.prefix(filled))
    }

    /// Receives what comes next, at most `byteCountMax` bytes; nothing at the end of the stream.
    func receiveSome(_ byteCountMax: Int = 65_536) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCountMax)
        let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        try #require(count >= 0)
        return Array(bytes.prefix(count))
    }

    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Makes closing reset the connection.
    func resetOnClose() {
        SocketOptions.dropUnsentOnClose(descriptor)
    }
}
