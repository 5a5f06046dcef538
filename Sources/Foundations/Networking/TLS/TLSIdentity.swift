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
