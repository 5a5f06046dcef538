/// What carries a connection.
public enum Transport: Hashable, Sendable, CaseIterable {
    /// TCP, not encrypted.
    case tcp
    /// TLS over TCP.
    case tls
    /// A Unix socket.
    case unix
}
