import COpenSSL
import Foundation

/// An authority of a test alone: issues certificates, which lie in files for as long as it lives.
package final class CertificateAuthority {
    /// The file of its own certificate.
    package let path: String
    private let folder = TemporaryDirectory()
    private let signer: Signer
    private var issuedCount = 0

    /// A certificate and its key, each in a file of its own.
    package struct Issued: Hashable, Sendable {
        /// The file of the certificate.
        package let certificatePath: String
        /// The file of its private key.
        package let keyPath: String

        /// Names two files.
        package init(certificatePath: String, keyPath: String) {
            self.certificatePath = certificatePath
            self.keyPath = keyPath
        }

        /// Copies the content of both over that of another's files, as who renews them does.
        package func replace(_ other: Issued) throws {
            for (source, target) in [
                (certificatePath, other.certificatePath), (keyPath, other.keyPath),
            ] {
                let content = try Data(contentsOf: URL(fileURLWithPath: source))
                try content.write(to: URL(fileURLWithPath: target))
            }
        }
    }

    /// The moments between which a certificate counts, in seconds from now.
    package struct Validity: Hashable, Sendable {
        let start: Int
        let end: Int

        /// From yesterday to tomorrow.
        package static let now = Validity(start: -86_400, end: 86_400)
        /// Up to an hour ago.
        package static let past = Validity(start: -86_400, end: -3_600)
        /// From an hour on.
        package static let future = Validity(start: 3_600, end: 86_400)
    }

    /// Who can use a certificate for what.
    package enum Usage: String, Sendable {
        /// Proves a server.
        case server = "serverAuth"
        /// Proves a client.
        case client = "clientAuth"
    }

    private struct Signer {
        let certificate: OpaquePointer?
        let key: OpaquePointer?
    }

    /// Makes an authority that nobody knows.
    package init(named name: String = "Test Authority") {
        let key = Self.makeKey(rsaBitCount: nil)
        let certificate = Self.makeCertificate(named: name, .now, key)
        X509_set_issuer_name(certificate, X509_get_subject_name(certificate))
        signer = Signer(certificate: certificate, key: key)
        Self.add(NID_basic_constraints, "critical,CA:TRUE", to: certificate, by: signer)
        Self.add(NID_key_usage, "critical,keyCertSign,cRLSign", to: certificate, by: signer)
        X509_sign(certificate, key, EVP_sha256())
        path = folder.path("authority.pem")
        Self.write(path) { PEM_write_bio_X509($0, certificate) }
    }

    deinit {
        X509_free(signer.certificate)
        EVP_PKEY_free(signer.key)
    }

    /// Issues a certificate.
    ///
    /// - Parameters:
    ///   - name: Whom it is for.
    ///   - hosts: The hosts of a server, as `DNS:localhost` or `IP:127.0.0.1`.
    ///   - usage: What it is for.
    ///   - validity: When it counts.
    ///   - rsaBitCount: The bits of an RSA key; nil for a key on the curve P-256.
    /// - Returns: The files, the key's readable by its owner alone.
    package func issue(
        _ name: String = "localhost",
        hosts: [String] = ["DNS:localhost", "IP:127.0.0.1"],
        usage: Usage = .server,
        validity: Validity = .now,
        rsaBitCount: Int32? = nil
    ) -> Issued {
        let key = Self.makeKey(rsaBitCount: rsaBitCount)
        defer { EVP_PKEY_free(key) }
        let certificate = Self.makeCertificate(named: name, validity, key)
        defer { X509_free(certificate) }
        X509_set_issuer_name(certificate, X509_get_subject_name(signer.certificate))
        Self.add(NID_ext_key_usage, usage.rawValue, to: certificate, by: signer)
        if !hosts.isEmpty {
            Self.add(
                NID_subject_alt_name,
                hosts.joined(separator: ","),
                to: certificate,
                by: signer
            )
        }
        X509_sign(certificate, signer.key, EVP_sha256())
        issuedCount += 1
        let issued = Issued(
            certificatePath: folder.path("\(issuedCount).pem"),
            keyPath: folder.path("\(issuedCount).key")
        )
        Self.write(issued.certificatePath) { PEM_write_bio_X509($0, certificate) }
        Self.write(issued.keyPath) {
            PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil)
        }
        return issued
    }

    private static func makeKey(rsaBitCount: Int32?) -> OpaquePointer? {
        let context = EVP_PKEY_CTX_new_id(rsaBitCount == nil ? EVP_PKEY_EC : EVP_PKEY_RSA, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        EVP_PKEY_keygen_init(context)
        if let rsaBitCount {
            EVP_PKEY_CTX_set_rsa_keygen_bits(context, rsaBitCount)
        } else {
            EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1)
        }
        precondition(EVP_PKEY_generate(context, &key) == 1, "A test can make keys.")
        return key
    }

    private static func makeCertificate(
        named name: String,
        _ validity: Validity,
        _ key: OpaquePointer?
    ) -> OpaquePointer? {
        let certificate = X509_new()
        X509_set_version(certificate, Int(X509_VERSION_3))
        ASN1_INTEGER_set(X509_get_serialNumber(certificate), Int.random(in: 1...(.max)))
        X509_gmtime_adj(X509_getm_notBefore(certificate), validity.start)
        X509_gmtime_adj(X509_getm_notAfter(certificate), validity.end)
        X509_set_pubkey(certificate, key)
        X509_NAME_add_entry_by_txt(
            X509_get_subject_name(certificate),
            "CN",
            MBSTRING_FLAG,
            Array(name.utf8),
            Int32(name.utf8.count),
            -1,
            0
        )
        return certificate
    }

    private static func add(
        _ kind: Int32,
        _ value: String,
        to certificate: OpaquePointer?,
        by signer: Signer
    ) {
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, signer.certificate, certificate, nil, nil, 0)
        let item = X509V3_EXT_conf_nid(nil, &context, kind, value)
        defer { X509_EXTENSION_free(item) }
        precondition(X509_add_ext(certificate, item, -1) == 1, "'\(value)' can be added.")
    }

    private static func write(_ path: String, _ content: (OpaquePointer?) -> Int32) {
        let file = BIO_new_file(path, "w")
        defer { BIO_free(file) }
        precondition(content(file) == 1, "A test can write to its own folder.")
        chmod(path, 0o600)
    }
}
