import COpenSSL
import TestSupport

@testable import Networking

/// A network whose listener has a certificate that its clients trust.
struct SecureNetwork {
    let network: TestNetwork
    let authority: CertificateAuthority
    let server: TLSServerContext
    let client: TLSClientContext

    /// Both ends of one connection.
    typealias Pair = TestNetwork.Pair

    /// What the tests speak inside.
    static let protocolName = "test"

    /// Runs a test and ends the loops after it.
    static func run(
        versionMin: TLSVersion = .tls13,
        _ body: (SecureNetwork) throws -> Void
    ) throws {
        let authority = CertificateAuthority()
        try TestNetwork.run { network in
            try body(
                SecureNetwork(
                    network: network,
                    authority: authority,
                    server: try serverContext(authority.issue(), versionMin: versionMin),
                    client: try clientContext(trusting: authority)
                )
            )
        }
    }

    static func serverContext(
        _ issued: CertificateAuthority.Issued,
        demanding clients: CertificateAuthority? = nil,
        versionMin: TLSVersion = .tls13,
        now: Int64 = wallClockSeconds()
    ) throws -> TLSServerContext {
        var options = TLSServerOptions(identity: issued.identity)
        options.clientAuthorityPath = clients?.path
        options.versionMin = versionMin
        return try TLSServerContext(options, protocolName: protocolName, now: now)
    }

    static func clientContext(
        trusting authority: CertificateAuthority,
        as issued: CertificateAuthority.Issued? = nil,
        protocolName: String = protocolName
    ) throws -> TLSClientContext {
        var options = TLSClientOptions()
        options.authorityPath = authority.path
        options.identity = issued?.identity
        return try TLSClientContext(options, protocolName: protocolName)
    }

    func listen(
        options: ListenerOptions = ListenerOptions(),
        upTo peerCountMax: Int = .max,
        accepted: @escaping ConnectionHandlerFactory
    ) throws -> CountedListener {
        try network.listen(
            securedBy: server,
            options: options,
            upTo: peerCountMax,
            accepted: accepted
        )
    }

    func connect(
        to address: SocketAddress,
        options: ConnectionOptions = ConnectionOptions(),
        handler: RecordingHandler = RecordingHandler()
    ) throws -> Connection {
        try network.connect(to: address, securedBy: client, options: options, handler: handler)
    }

    /// Connects two handlers with each other.
    func pair(
        server: RecordingHandler = RecordingHandler(),
        client: RecordingHandler = RecordingHandler(),
        options: ConnectionOptions = ConnectionOptions()
    ) throws -> Pair {
        let accepted = Mailbox<Connection>()
        var listening = ListenerOptions()
        listening.connection = options
        let listener = try listen(options: listening) { connection in
            accepted.put(connection)
            return server
        }
        let connection = try connect(to: listener.boundAddress, options: options, handler: client)
        let pair = Pair(
            server: try accepted.take(),
            serverHandler: server,
            client: connection,
            clientHandler: client
        )
        listener.close()
        return pair
    }
}

extension TLSClientContext {
    /// Makes later sessions speak no newer version.
    func limit(to version: TLSVersion) {
        SSL_CTX_ctrl(context.pointer, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(version.number), nil)
    }
}

extension CertificateAuthority.Issued {
    var identity: TLSIdentity {
        TLSIdentity(certificatePath: certificatePath, privateKeyPath: keyPath)
    }
}
