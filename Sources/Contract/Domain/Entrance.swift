/// What a call came in by; the names are those of dumps, measurements and tools.
package enum Entrance: String, CaseIterable, Hashable, Sendable {
    /// TCP, not encrypted.
    case tcp
    /// TLS over TCP.
    case tls
    /// A Unix socket.
    case unix
    /// HTTP, encrypted or not.
    case web
}
