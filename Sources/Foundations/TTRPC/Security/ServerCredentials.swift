internal import Networking

/// What a server proves itself with at `tls://` addresses, and what it demands of clients there.
///
/// One value may serve any number of addresses. An address whose callers must prove themselves, as
/// that of an administrator, gets credentials of its own with `clientAuthorityFile`.
public final class ServerCredentials: Sendable {
    let context: TLSServerContext

    /// Reads the files, each in PEM form.
    ///
    /// - Parameters:
    ///   - certificateFile: The path of the server's certificate, followed by those that lead from
    ///     it to an authority.
    ///   - keyFile: The path of its private key, which others must not be able to read.
    ///   - clientAuthorityFile: The path of the authorities that a client's certificate must come
    ///     from; without it, clients need none.
    ///   - versionMin: The oldest version that a client may speak.
    /// - Throws: `RuntimeError` with `unusableCertificate`, whose message says which file it is and
    ///   what would be right.
    public init(
        certificateFile: String,
        keyFile: String,
        clientAuthorityFile: String? = nil,
        versionMin: SecurityVersion = .tls13
    ) throws(RuntimeError) {
        let identity = TLSIdentity(certificatePath: certificateFile, privateKeyPath: keyFile)
        var options = TLSServerOptions(identity: identity)
        options.clientAuthorityPath = clientAuthorityFile
        options.versionMin = versionMin.tlsVersion
        do {
            context = try TLSServerContext(options, protocolName: SecurityVersion.protocolName)
        } catch {
            throw RuntimeError(.unusableCertificate, error.description)
        }
    }

    /// Reads the files again, for the connections that come from now on; from any thread.
    ///
    /// Connections that are there go on as they are. When this throws, all stays as it was.
    ///
    /// - Throws: `RuntimeError` with `unusableCertificate`.
    public func reload() throws(RuntimeError) {
        do {
            try context.reload()
        } catch {
            throw RuntimeError(.unusableCertificate, error.description)
        }
    }
}

/// A version of TLS that is good enough to be spoken.
public enum SecurityVersion: String, CaseIterable, Hashable, Sendable {
    /// TLS 1.2, with ephemeral keys and authenticated ciphers alone.
    case tls12 = "1.2"
    /// TLS 1.3.
    case tls13 = "1.3"

    var tlsVersion: TLSVersion {
        switch self {
        case .tls12: .tls12
        case .tls13: .tls13
        }
    }

    /// What ALPN calls what is spoken inside.
    static let protocolName = "ttrpc"
}
