internal import COpenSSL
internal import TextForms

/// Why a file with a certificate or a private key cannot be used; its description is one line that
/// says what would be right.
package enum CertificateError: Error, Hashable, Sendable {
    /// The file cannot be opened or read.
    case unreadable(path: String, SystemError)
    /// The path is that of something other than a plain file.
    case notAFile(path: String)
    /// The file is longer than `PEMFile.byteCountMax`.
    case tooLong(path: String)
    /// The file holds no certificate in PEM form, or one that is damaged.
    case noCertificate(path: String, reason: String)
    /// The file holds no private key in PEM form, or one that is damaged.
    case noPrivateKey(path: String, reason: String)
    /// The private key is locked by a passphrase, for which a server cannot ask.
    case privateKeyLocked(path: String)
    /// Others than the owner may read the private key, or write it.
    case privateKeyExposed(path: String)
    /// The private key belongs to another certificate.
    case privateKeyMismatch(certificatePath: String, keyPath: String)
    /// The certificate counts no more, since a moment in seconds since 1970.
    case expired(path: String, since: Int64)
    /// The certificate does not count before a moment in seconds since 1970.
    case notYetValid(path: String, until: Int64)
    /// OpenSSL refuses the certificate or the key, for example as too weak.
    case rejected(path: String, reason: String)
    /// OpenSSL itself cannot work, for example for lack of memory.
    case library(reason: String)
}

extension CertificateError: CustomStringConvertible {
    /// Which file it is, what is wrong with it and what would be right.
    package var description: String {
        switch self {
        case .unreadable(let path, let error):
            "\(path) cannot be read: \(error)"
        case .notAFile(let path):
            "\(path) is not a plain file"
        case .tooLong(let path):
            "\(path) is longer than \(PEMFile.byteCountMax >> 20) MiB, which no certificate is"
        case .noCertificate(let path, let reason):
            "\(path) holds no certificate in PEM form (\(reason))"
        case .noPrivateKey(let path, let reason):
            "\(path) holds no private key in PEM form (\(reason))"
        case .privateKeyLocked(let path):
            "the private key in \(path) is locked by a passphrase: remove it with 'openssl pkey'"
        case .privateKeyExposed(let path):
            "the private key in \(path) can be read by everybody, or written by others than its "
                + "owner: chmod 600 it, or 640 to share it with its group, and replace the key if "
                + "somebody may have seen it"
        case .privateKeyMismatch(let certificatePath, let keyPath):
            "the private key in \(keyPath) does not belong to the certificate in \(certificatePath)"
        case .expired(let path, let since):
            "the certificate in \(path) expired on \(Self.date(since)): renew it"
        case .notYetValid(let path, let until):
            "the certificate in \(path) counts from \(Self.date(until)) on: is the clock right?"
        case .rejected(let path, let reason):
            "\(path) cannot be used: \(reason)"
        case .library(let reason):
            "OpenSSL cannot be used: \(reason)"
        }
    }

    private static func date(_ seconds: Int64) -> String {
        // Certificates end with the year 9999 (RFC 5280), far from where this overflows.
        MomentText.minuteText(ofMilliseconds: seconds * 1_000) + " UTC"
    }
}
