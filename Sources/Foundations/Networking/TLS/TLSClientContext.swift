internal import COpenSSL

/// What the connections of a client are encrypted with; the files are read once, when it is made.
package final class TLSClientContext: Sendable {
    let context: TLSContext

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - options: Whom to trust, and how to prove oneself.
    ///   - protocolName: What is spoken over the connections, as ALPN names it.
    ///   - now: The time by which an own certificate has to count, in seconds since 1970.
    /// - Throws: `CertificateError` if a file is of no use.
    package init(
        _ options: TLSClientOptions = TLSClientOptions(),
        protocolName: String,
        now: Int64 = wallClockSeconds()
    ) throws(CertificateError) {
        context = try unsafe TLSContext(
            TLS_client_method(),
            minimum: options.versionMin,
            protocolName: protocolName
        )
        if let path = options.authorityPath {
            try context.trust(authoritiesAt: path)
        } else {
            guard unsafe SSL_CTX_set_default_verify_paths(context.pointer) == 1 else {
                throw .library(reason: OpenSSLFailure.takeFirst())
            }
        }
        if let identity = options.identity { try context.prove(with: identity, now: now) }
        unsafe SSL_CTX_set_verify(context.pointer, SSL_VERIFY_PEER, nil)
        try context.offerProtocol()
    }

    /// Begins a session with the server of a name or an address in figures, which its certificate
    /// has to be for.
    func makeSession(host: String) throws(TLSError) -> TLSSession {
        let session = try TLSSession(context, host: host)
        try session.expectServer(host)
        return session
    }
}

/// Whom a client trusts, and how it proves itself if it is asked to.
package struct TLSClientOptions: Hashable, Sendable {
    /// The path of the PEM file of the authorities that servers' certificates must come from; nil
    /// means those that the system trusts.
    package var authorityPath: String?

    /// The certificate of the client and its key, for servers that demand one.
    package var identity: TLSIdentity?

    /// The oldest version that a server may speak.
    package var versionMin = TLSVersion.tls12

    /// Creates the options of a client that trusts whom the system trusts.
    package init() {}
}
