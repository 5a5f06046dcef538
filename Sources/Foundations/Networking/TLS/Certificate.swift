internal import COpenSSL
import Glibc

/// A certificate in OpenSSL's form.
@safe
final class Certificate {
    let pointer: OpaquePointer

    /// Takes over a certificate from OpenSSL.
    init(taking pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe X509_free(pointer)
    }

    /// Throws unless the certificate of a file counts at a moment, in seconds since 1970.
    func check(at now: Int64, path: String) throws(CertificateError) {
        let (start, end) = unsafe (
            Self.seconds(X509_get0_notBefore(pointer)), Self.seconds(X509_get0_notAfter(pointer))
        )
        if now >= end { throw .expired(path: path, since: end) }
        if now < start { throw .notYetValid(path: path, until: start) }
    }

    /// The name that the certificate is for, as people wrote it; nil if it has none.
    var commonName: String? {
        let name = unsafe X509_get_subject_name(pointer)
        let index = unsafe X509_NAME_get_index_by_NID(name, NID_commonName, -1)
        guard index >= 0 else { return nil }
        let value = unsafe X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, index))
        var text: UnsafeMutablePointer<UInt8>?
        let byteCount = unsafe ASN1_STRING_to_UTF8(&text, value)
        guard byteCount >= 0, let text = unsafe text else { return nil }
        defer { unsafe CRYPTO_free(text, nil, 0) }
        return unsafe String(
            decoding: UnsafeBufferPointer(start: text, count: Int(byteCount)),
            as: UTF8.self
        )
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64 {
        var parts = unsafe tm()
        guard unsafe ASN1_TIME_to_tm(time, &parts) == 1 else {
            preconditionFailure("A certificate that was parsed has times.")
        }
        return unsafe Int64(timegm(&parts))
    }
}

/// A private key in OpenSSL's form.
@safe
final class PrivateKey {
    let pointer: OpaquePointer

    /// Takes over a key from OpenSSL, which wipes it when it is let go.
    init(taking pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe EVP_PKEY_free(pointer)
    }

    /// Whether it is the key of a certificate.
    func belongs(to certificate: Certificate) -> Bool {
        defer { ERR_clear_error() }
        return unsafe X509_check_private_key(certificate.pointer, pointer) == 1
    }
}
