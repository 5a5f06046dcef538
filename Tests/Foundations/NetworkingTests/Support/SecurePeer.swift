import COpenSSL
import Testing

@testable import Networking

/// The client's end of a TLS connection, whose every byte on the network a test can see and change.
final class SecurePeer {
    let socket: RawSocket
    let session: TLSSession

    init(
        connectedTo address: SocketAddress,
        _ context: TLSClientContext,
        host: String = "127.0.0.1",
        receiveBufferByteCount: Int32? = nil
    ) throws {
        socket = try RawSocket(
            connectedTo: address,
            receiveBufferByteCount: receiveBufferByteCount
        )
        session = try context.makeSession(host: host)
    }

    /// Does the handshake but for sending the last bytes.
    func shakeHands(send: (RawSocket, [UInt8]) throws -> Void = { try $0.send($1) }) throws {
        while try !session.shakeHands() {
            try send(socket, takeOutgoing())
            let arrived = try socket.receiveSome()
            try #require(!arrived.isEmpty, "the server hung up")
            arrived.withUnsafeBytes { session.inbound.append(contentsOf: $0) }
        }
    }

    /// Connects in peace.
    static func connected(
        to address: SocketAddress,
        _ context: TLSClientContext
    ) throws -> SecurePeer {
        let peer = try SecurePeer(connectedTo: address, context)
        try peer.shakeHands()
        try peer.socket.send(peer.takeOutgoing())
        return peer
    }

    /// The bytes of the network that carry data.
    func encrypted(_ bytes: [UInt8]) throws -> [UInt8] {
        try bytes.withUnsafeBytes { try session.encrypt($0) }
        return takeOutgoing()
    }

    /// The bytes of the network that carry a new key for this side, and ask for one of the other.
    func newKey() throws -> [UInt8] {
        try #require(SSL_key_update(session.ssl, SSL_KEY_UPDATE_REQUESTED) == 1)
        try #require(SSL_do_handshake(session.ssl) == 1)
        return takeOutgoing()
    }

    /// The bytes of the network that say that nothing more comes.
    func farewell() -> [UInt8] {
        session.end()
        return takeOutgoing()
    }

    /// Receives until there are `byteCount` bytes of data or the stream has ended.
    func receive(_ byteCount: Int) throws -> [UInt8] {
        var data = ByteQueue()
        while data.count < byteCount {
            let arrived = try socket.receiveSome()
            if arrived.isEmpty { break }
            arrived.withUnsafeBytes { session.inbound.append(contentsOf: $0) }
            guard case .open = session.decrypt(into: &data) else { break }
        }
        return data.withUnsafeBytes { Array($0) }
    }

    /// What this side wants sent.
    func takeOutgoing() -> [UInt8] {
        defer { session.outgoing.removeAll() }
        return session.outgoing.withUnsafeBytes { Array($0) }
    }
}
