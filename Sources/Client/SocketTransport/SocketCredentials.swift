internal import TTRPC

/// The files, in PEM form, by which the two sides of a `tls://` address know each other.
package struct SocketCredentials: Hashable, Sendable {
    /// The path of the authorities that the server's certificate must come from; nil means those
    /// that the system trusts.
    package var authorityFile: String?
    /// The path of the client's own certificate, for servers that demand one.
    package var certificateFile: String?
    /// The path of its private key; nil means that the certificate's file holds it.
    package var keyFile: String?

    /// Names the files.
    package init(
        authorityFile: String? = nil,
        certificateFile: String? = nil,
        keyFile: String? = nil
    ) {
        self.authorityFile = authorityFile
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }
}

extension ClientCredentials {
    /// Reads the files.
    convenience init(_ credentials: SocketCredentials) throws(RuntimeError) {
        try self.init(
            authorityFile: credentials.authorityFile,
            certificateFile: credentials.certificateFile,
            keyFile: credentials.keyFile
        )
    }
}
