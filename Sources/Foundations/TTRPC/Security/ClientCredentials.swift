internal import Networking

/// Whom a client trusts at `tls://` addresses, and what it proves itself with if it is asked to.
///
/// The server's certificate has to be for the host of the address, whoever issued it.
public final class ClientCredentials: Sendable {
    let context: TLSClientContext

    /// Reads the files, each in PEM form.
    ///
    /// - Parameters:
    ///   - authorityFile: The path of the authorities that a server's certificate must come from;
    ///     without it, those that the system trusts.
    ///   - certificateFile: The path of the client's certificate, for servers that demand one.
    ///   - keyFile: The path of its private key; the certificate's own file if it is not given.
    /// - Throws: `RuntimeError` with `unusableCertificate`, whose message says which file it is and
    ///   what would be right.
    public init(
        authorityFile: String? = nil,
        certificateFile: String? = nil,
        keyFile: String? = nil
    ) throws(RuntimeError) {
        var options = TLSClientOptions()
        options.authorityPath = authorityFile
        options.identity = certificateFile.map { path in
            TLSIdentity(certificatePath: path, privateKeyPath: keyFile ?? path)
        }
        do {
            context = try TLSClientContext(options, protocolName: SecurityVersion.protocolName)
        } catch {
            let cause = RuntimeError.Cause(error)
            throw RuntimeError(.unusableCertificate, error.description, cause: cause)
        }
    }
}
