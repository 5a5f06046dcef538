internal import Metrics

/// What has gone through the sockets of an event loop; counted on the loop, read by any thread.
///
/// Bytes are those that the system took and gave, encrypted where connections are.
package final class LoopTraffic: Sendable {
    private let tally = Tally(count: Number.allCases.count)

    private enum Number: Int, CaseIterable {
        case receivedBytes
        case sentBytes
        case handshakes
        case failedHandshakes
    }

    /// Bytes that came.
    package var receivedByteCount: UInt64 { tally[Number.receivedBytes.rawValue] }

    /// Bytes that went.
    package var sentByteCount: UInt64 { tally[Number.sentBytes.rawValue] }

    /// TLS handshakes with clients that are under way.
    package var handshakeCount: UInt64 { tally[Number.handshakes.rawValue] }

    /// TLS handshakes with clients that came to nothing.
    package var failedHandshakeCount: UInt64 { tally[Number.failedHandshakes.rawValue] }

    func didReceive(byteCount: Int) {
        tally.add(UInt64(byteCount), at: Number.receivedBytes.rawValue)
    }

    func didSend(byteCount: Int) {
        tally.add(UInt64(byteCount), at: Number.sentBytes.rawValue)
    }

    func handshakesDidChange(count: Int) {
        tally.set(count, at: Number.handshakes.rawValue)
    }

    func handshakeDidFail() {
        tally.add(1, at: Number.failedHandshakes.rawValue)
    }
}
