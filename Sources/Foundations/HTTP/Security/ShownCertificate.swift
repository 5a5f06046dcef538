internal import CGnuTLS
internal import CMicroHTTPD

/// The certificate that a client shows in its handshake.
enum ShownCertificate {
    /// Has a handshake fail whose client shows none that counts.
    static func demand(in session: gnutls_session_t?) {
        unsafe gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUIRE)
        unsafe gnutls_session_set_verify_function(session) { session in
            guard let session = unsafe session else { return -1 }
            return unsafe ShownCertificate.isTrusted(session) ? 0 : -1
        }
    }

    /// The name that it is for, if there is one that comes from an authority of the listener's and
    /// counts at this moment; on the thread of the connection, after the handshake.
    static func name(on connection: OpaquePointer) -> String? {
        let information = unsafe shim_MHD_get_connection_info(
            connection,
            .CONNECTION_INFO_GNUTLS_SESSION
        )
        guard let pointer = unsafe information?.pointee.tls_session else { return nil }
        let session = gnutls_session_t(pointer)
        guard unsafe isTrusted(session) else { return nil }
        return unsafe withCertificate(of: session) { certificate in
            unsafe commonName(of: certificate)
        }
    }

    /// Whether it comes from an authority, for clients, and is neither too old nor too new.
    private static func isTrusted(_ session: gnutls_session_t) -> Bool {
        var status: UInt32 = 0
        let result = unsafe shim_gnutls_verify_client(session, &status)
        return result >= 0 && status == 0
    }

    private static func withCertificate(
        of session: gnutls_session_t,
        _ body: (gnutls_x509_crt_t) -> String?
    ) -> String? {
        var count: UInt32 = 0
        guard let list = unsafe gnutls_certificate_get_peers(session, &count), count > 0 else {
            return nil
        }
        var certificate: gnutls_x509_crt_t?
        guard unsafe gnutls_x509_crt_init(&certificate) >= 0,
            let certificate = unsafe certificate
        else { return nil }
        defer { unsafe gnutls_x509_crt_deinit(certificate) }
        guard unsafe gnutls_x509_crt_import(certificate, list, GNUTLS_X509_FMT_DER) >= 0 else {
            return nil
        }
        return unsafe body(certificate)
    }

    private static func commonName(of certificate: gnutls_x509_crt_t) -> String? {
        var byteCount = nameByteCountMax
        return unsafe withUnsafeTemporaryAllocation(
            of: UInt8.self,
            capacity: nameByteCountMax
        ) { buffer in
            let result = unsafe gnutls_x509_crt_get_dn_by_oid(
                certificate,
                GNUTLS_OID_X520_COMMON_NAME,
                0,
                0,
                buffer.baseAddress,
                &byteCount
            )
            guard result >= 0, byteCount <= buffer.count else { return nil }
            return unsafe String(decoding: buffer.prefix(byteCount), as: UTF8.self)
        }
    }

    /// More than a name in a certificate may have (64 characters, RFC 5280).
    private static let nameByteCountMax = 512
}
