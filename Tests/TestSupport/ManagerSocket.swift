import Foundation
import Glibc

/// The socket of a service manager, in the manager's stead: what a service says of itself.
package final class ManagerSocket: Sendable {
    /// What `NOTIFY_SOCKET` says to reach it.
    package let name: String
    private let descriptor: Int32

    /// Listens at a path, or at a name of the abstract namespace if it begins with `@`.
    ///
    /// - Parameter name: The path or the name.
    package init(_ name: String) {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array(name.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { target in
            target.copyBytes(from: path)
            if name.hasPrefix("@") { target[0] = 0 }
        }
        let byteCount = MemoryLayout<sa_family_t>.size + path.count
        let result = withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                bind(descriptor, $0.baseAddress, socklen_t(byteCount))
            }
        }
        precondition(result == 0, "The socket \(name) cannot be bound: errno \(errno).")
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        let length = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, length)
    }

    deinit {
        close(descriptor)
        unlink(name)
    }

    /// Waits for a message.
    ///
    /// - Returns: Its lines; nil if none comes for half a minute.
    package func next() -> [String]? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { return nil }
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(
            String.init
        )
    }

    /// Whether a message is there already.
    package var hasMessage: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) >= 0
    }
}
