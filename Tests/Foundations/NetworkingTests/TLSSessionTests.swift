import COpenSSL
import TestSupport
import Testing

@testable import Networking

@Suite
struct TLSSessionTests {
    private let server: TLSSession
    private let client: TLSSession

    /// Both sides of a session, whose handshake is done, with no network between them.
    init() throws {
        let authority = CertificateAuthority()
        server = try SecureNetwork.serverContext(authority.issue()).makeSession()
        client = try SecureNetwork.clientContext(trusting: authority)
            .makeSession(host: "127.0.0.1")
        var isDone = false
        while !isDone {
            isDone = try client.shakeHands()
            deliver(Self.takeOutgoing(of: client), to: server)
            isDone = try server.shakeHands() && isDone
            deliver(Self.takeOutgoing(of: server), to: client)
        }
    }

    @Test
    func `Nothing but new keys ends the session, also when they come one by one`() throws {
        for _ in 0..<TLSSession.quietRecordCountMax {
            #expect(read(try newKey()) == .open)
            server.outgoing.removeAll()
        }
        #expect(read(try newKey()) == .failed(.tooManyQuietRecords))
    }

    @Test
    func `A record that comes in many parts counts once`() throws {
        try client.encrypt([UInt8](repeating: 7, count: 200))
        for byte in Self.takeOutgoing(of: client) {
            #expect(read([byte]) == .open)
        }
        #expect(read(try newKey()) == .open)
    }

    @Test
    func `Answers to new keys that the peer does not take end the session`() throws {
        var outcome = Outcome.open
        while outcome == .open {
            let key = try newKey()
            try client.encrypt([1])
            outcome = read(key + Self.takeOutgoing(of: client))
            try #require(server.outgoing.count < 200_000, "Memory has no bound.")
        }
        #expect(outcome == .failed(.tooManyQuietRecords))
    }

    /// What reading came to.
    private enum Outcome: Equatable {
        case open
        case ended
        case failed(TLSError)
    }

    private func read(_ bytes: [UInt8]) -> Outcome {
        deliver(bytes, to: server)
        var data = ByteQueue()
        return switch server.decrypt(into: &data) {
        case .open: .open
        case .ended: .ended
        case .failed(let error): .failed(error)
        }
    }

    /// The bytes of the network that carry a new key for the client, and ask for one of the server.
    private func newKey() throws -> [UInt8] {
        try #require(SSL_key_update(client.ssl, SSL_KEY_UPDATE_REQUESTED) == 1)
        try #require(SSL_do_handshake(client.ssl) == 1)
        return Self.takeOutgoing(of: client)
    }

    private func deliver(_ bytes: [UInt8], to session: TLSSession) {
        bytes.withUnsafeBytes { session.inbound.append(contentsOf: $0) }
    }

    private static func takeOutgoing(of session: TLSSession) -> [UInt8] {
        defer { session.outgoing.removeAll() }
        return session.outgoing.withUnsafeBytes { Array($0) }
    }
}

extension TLSSession {
    fileprivate func encrypt(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try encrypt($0) }
    }
}
