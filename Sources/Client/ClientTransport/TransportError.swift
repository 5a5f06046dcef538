/// Why a call came to nothing.
package enum TransportError: Error, Hashable, Sendable {
    /// It was answered with a status, or ended by one on this side.
    case status(CallStatus)
    /// There is no connection that could carry it.
    case connection(ConnectionFailure)
}

/// Why no connection to a server could be made.
package struct ConnectionFailure: Error, Hashable, Sendable {
    /// What kind of failure it is.
    package let kind: Kind
    /// What is wrong, in English.
    package let message: String
    /// What is behind it; nil where the message alone says it.
    package let cause: Cause?

    /// The kinds of failure, by what would help.
    package enum Kind: Hashable, Sendable {
        /// The text is no address that this transport knows.
        case invalidAddress
        /// A file with a certificate or a key is of no use on this side.
        case unusableCertificate
        /// The server could not prove who it is, or the two sides agree on no way to encrypt:
        /// trying again changes nothing.
        case handshakeFailed
        /// The server cannot be reached, at the moment at least.
        case unreachable
    }

    /// What is behind a failure, for those who say it in another language than English.
    ///
    /// Reasons are the words of the libraries beneath.
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

    /// Describes a failure.
    package init(_ kind: Kind, _ message: String, cause: Cause? = nil) {
        self.kind = kind
        self.message = message
        self.cause = cause
    }
}

extension ConnectionFailure {
    /// What calls of a transport fail with that has been closed.
    package static let closed = ConnectionFailure(.unreachable, "the client has been closed")
}
