extension RuntimeError {
    /// What is behind a failure, for those who say it in another language than English.
    ///
    /// Reasons are the words of OpenSSL or of the resolver.
    package enum Cause: Hashable, Sendable {
        /// The system refused, by the number of its error.
        case system(Int32)
        /// The host name has no address.
        case unresolvedHost(String, reason: String)
        /// No answer came in time.
        case timedOut
        /// The server's certificate is not one that counts here.
        case untrustedCertificate(reason: String)
        /// The server's certificate is for other names than this one.
        case wrongHost(String)
        /// The server refused to go on.
        case refusedByPeer(reason: String)
        /// What the server said is no TLS.
        case notTLS
        /// The server left before the connection was encrypted.
        case endedInHandshake
        /// The two sides did not come to an encrypted connection for another reason.
        case security(reason: String)
        /// A file with a certificate or a key is of no use.
        case file(path: String, FileFault)
    }

    /// What is wrong with a file of a certificate or a key.
    package enum FileFault: Hashable, Sendable {
        /// It cannot be read, by the number of the system's error.
        case unreadable(Int32)
        /// It is no plain file.
        case notAFile
        /// It is longer than any certificate.
        case tooLong
        /// It holds no certificate.
        case noCertificate
        /// It holds no private key.
        case noPrivateKey
        /// Its private key is locked by a passphrase.
        case privateKeyLocked
        /// Others may read its private key, or write it.
        case privateKeyExposed
        /// Its private key belongs to another certificate than that of this file.
        case privateKeyMismatch(certificatePath: String)
        /// Its certificate counts no more.
        case expired
        /// Its certificate does not count yet.
        case notYetValid
        /// It is refused for another reason.
        case rejected(reason: String)
    }
}
