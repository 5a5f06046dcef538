internal import COpenSSL
import Glibc
import Locking

/// What the connections of a listener are encrypted with; shared by any number of listeners.
///
/// The files are read when it is made and by `reload()`, never by a handshake.
package final class TLSServerContext: Sendable {
    private let options: TLSServerOptions
    private let protocolName: String
    private let current: Mutex<TLSContext>

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - options: The files, and what is demanded of clients.
    ///   - protocolName: What is spoken over the connections, as ALPN names it.
    ///   - now: The time by which the certificate has to count, in seconds since 1970.
    /// - Throws: `CertificateError` if a file is of no use.
    package init(
        _ options: TLSServerOptions,
        protocolName: String,
        now: Int64 = wallClockSeconds()
    ) throws(CertificateError) {
        self.options = options
        self.protocolName = protocolName
        current = Mutex(try Self.read(options, protocolName, now))
    }

    /// Reads the files again, for the connections that come from now on; from any thread.
    ///
    /// Connections that are there go on as they are. When this throws, all stays as it was.
    ///
    /// - Throws: `CertificateError` if a file is of no use.
    package func reload(now: Int64 = wallClockSeconds()) throws(CertificateError) {
        let renewed = try Self.read(options, protocolName, now)
        current.withLock { $0 = renewed }
    }

    /// Begins a session with a client.
    func makeSession() throws(TLSError) -> TLSSession {
        let session = try TLSSession(current.withLock { $0 }, host: nil)
        session.awaitClient()
        return session
    }

    private static func read(
        _ options: TLSServerOptions,
        _ protocolName: String,
        _ now: Int64
    ) throws(CertificateError) -> TLSContext {
        let context = try unsafe TLSContext(
            TLS_server_method(),
            minimum: options.versionMin,
            protocolName: protocolName
        )
        try context.prove(with: options.identity, now: now)
        context.demandProtocol()
        guard let path = options.clientAuthorityPath else { return context }
        for authority in try context.trust(authoritiesAt: path) {
            guard unsafe SSL_CTX_add_client_CA(context.pointer, authority.pointer) == 1 else {
                throw .rejected(path: path, reason: OpenSSLFailure.takeFirst())
            }
        }
        let demand = SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT
        unsafe SSL_CTX_set_verify(context.pointer, demand, nil)
        return context
    }
}

/// How a listener proves itself, and what it demands of clients.
package struct TLSServerOptions: Hashable, Sendable {
    /// The certificate of the listener and its key.
    package var identity: TLSIdentity

    /// The path of the PEM file of the authorities that clients' certificates must come from; nil
    /// lets in clients without a certificate.
    package var clientAuthorityPath: String?

    /// The oldest version that a client may speak.
    package var versionMin = TLSVersion.tls13

    /// Creates the options of a listener for everybody.
    package init(identity: TLSIdentity) {
        self.identity = identity
    }
}

/// The time in seconds since 1970.
package func wallClockSeconds() -> Int64 {
    Int64(time(nil))
}

/// Where the certificate lies that one side proves itself with, and the key to it.
package struct TLSIdentity: Hashable, Sendable {
    /// The path of a PEM file: the certificate, then those that lead to an authority.
    package var certificatePath: String
    /// The path of the PEM file of the private key, for its owner and group alone; may be the same.
    package var privateKeyPath: String

    /// Names both files.
    package init(certificatePath: String, privateKeyPath: String) {
        self.certificatePath = certificatePath
        self.privateKeyPath = privateKeyPath
    }
}
