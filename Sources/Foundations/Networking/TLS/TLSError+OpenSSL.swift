internal import COpenSSL

extension TLSError {
    /// Tells why OpenSSL refused to go on with a session, from its thread's list of errors.
    ///
    /// - Parameters:
    ///   - ssl: The session.
    ///   - host: The name that the peer's certificate had to be for, if any.
    /// - Returns: The reason.
    static func reason(of ssl: OpaquePointer, host: String?) -> TLSError {
        let code = ERR_get_error()
        ERR_clear_error()
        let reason = ERR_GET_REASON(code)
        switch reason {
        case SSL_R_CERTIFICATE_VERIFY_FAILED:
            return unsafe certificateFailure(SSL_get_verify_result(ssl), host)
        case SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST:
            return .notTLS
        case SSL_AD_REASON_OFFSET..<(SSL_AD_REASON_OFFSET + 256):
            return .refusedByPeer(alert: OpenSSLFailure.text(of: code))
        default:
            return .failed(reason: OpenSSLFailure.text(of: code))
        }
    }

    private static func certificateFailure(_ result: Int, _ host: String?) -> TLSError {
        let isForOther =
            result == Int(X509_V_ERR_HOSTNAME_MISMATCH)
            || result == Int(X509_V_ERR_IP_ADDRESS_MISMATCH)
        if isForOther, let host { return .wrongHost(host) }
        let text = unsafe X509_verify_cert_error_string(result).map { unsafe String(cString: $0) }
        return .untrustedCertificate(reason: text ?? "unknown")
    }
}

/// The words of OpenSSL for what went wrong.
enum OpenSSLFailure {
    /// The words for one code.
    static func text(of code: UInt) -> String {
        let text = unsafe ERR_reason_error_string(code).map { unsafe String(cString: $0) }
        return text ?? "error \(code)"
    }

    /// The words for the first failure on this thread's list, which is empty afterwards.
    static func takeFirst() -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        return text(of: code)
    }
}
