internal import COpenSSL

/// The settings that the sessions of one side share, in OpenSSL's form.
///
/// A session keeps the context that it was made with, also when its maker has a new one since.
///
/// `@unchecked Sendable`: it does not change once it is made, and OpenSSL makes sessions of one
/// context on any thread.
@safe
final class TLSContext: @unchecked Sendable {
    let pointer: OpaquePointer
    /// The protocols that are spoken over the connection, as ALPN has them: each name with its
    /// length before it.
    private let protocolNames: [UInt8]

    /// Ephemeral keys and authenticated ciphers alone; those of TLS 1.3 all are.
    private static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"

    /// The curves for ephemeral keys, best first.
    private static let groups = "X25519:P-256"

    /// OpenSSL's level 2: no key with less than 112 bits of security, as RSA has below 2048 bits.
    private static let securityLevel: Int32 = 2

    /// The most bytes of certificates that a peer may send: long chains have some 10 KiB.
    private static let certificateByteCountMax = 32_768

    /// Sets up what both sides have in common.
    ///
    /// Sessions are not resumed, and there are no tickets. A ticket would let the server, and in
    /// TLS 1.2 whoever watches the network, tell that two connections are of one person, and its
    /// key would be one more secret that opens what was recorded. A client keeps its connection
    /// for hours, so that there is next to nothing to save.
    init(
        _ method: OpaquePointer?,
        minimum: TLSVersion,
        protocolName: String
    ) throws(CertificateError) {
        let name = Array(protocolName.utf8)
        precondition((1...255).contains(name.count), "A protocol name has 1 to 255 bytes.")
        protocolNames = [UInt8(name.count)] + name
        OpenSSLLibrary.prepare()
        guard let pointer = unsafe SSL_CTX_new(method) else {
            throw .library(reason: OpenSSLFailure.takeFirst())
        }
        unsafe self.pointer = pointer
        unsafe SSL_CTX_set_security_level(pointer, Self.securityLevel)
        let isSet =
            unsafe shim_SSL_CTX_set_min_proto_version(pointer, minimum.number) == 1
            && shim_SSL_CTX_set_max_proto_version(pointer, TLSVersion.tls13.number) == 1
            && SSL_CTX_set_cipher_list(pointer, Self.ciphers) == 1
            && shim_SSL_CTX_set1_groups_list(pointer, Self.groups) == 1
            && SSL_CTX_set_num_tickets(pointer, 0) == 1
        guard isSet else { throw .library(reason: OpenSSLFailure.takeFirst()) }
        unsafe SSL_CTX_set_options(
            pointer,
            shim_SSL_OP_NO_RENEGOTIATION | shim_SSL_OP_NO_COMPRESSION | shim_SSL_OP_NO_TICKET
                | shim_SSL_OP_CIPHER_SERVER_PREFERENCE | shim_SSL_OP_PRIORITIZE_CHACHA
        )
        unsafe SSL_CTX_clear_options(pointer, shim_SSL_OP_IGNORE_UNEXPECTED_EOF)
        unsafe shim_SSL_CTX_set_session_cache_mode(pointer, Int(SSL_SESS_CACHE_OFF))
        unsafe shim_SSL_CTX_set_max_cert_list(pointer, Self.certificateByteCountMax)
        // An idle session owns no buffers; each record that is no data is told, to be counted.
        unsafe shim_SSL_CTX_set_mode(pointer, Int(SSL_MODE_RELEASE_BUFFERS))
        unsafe shim_SSL_CTX_clear_mode(pointer, Int(SSL_MODE_AUTO_RETRY))
    }

    deinit {
        unsafe SSL_CTX_free(pointer)
    }

    /// Sets the certificate that this side proves itself with.
    ///
    /// - Throws: `CertificateError` unless the files hold a certificate that counts at `now` and
    ///   the key to it.
    func prove(with identity: TLSIdentity, now: Int64) throws(CertificateError) {
        let chain = try PEMFile.certificates(path: identity.certificatePath).certificates()
        let key = try PEMFile.privateKey(path: identity.privateKeyPath).privateKey()
        let own = chain[0]
        try own.check(at: now, path: identity.certificatePath)
        guard key.belongs(to: own) else {
            throw .privateKeyMismatch(
                certificatePath: identity.certificatePath,
                keyPath: identity.privateKeyPath
            )
        }
        ERR_clear_error()
        var isTaken =
            unsafe SSL_CTX_use_certificate(pointer, own.pointer) == 1
            && SSL_CTX_use_PrivateKey(pointer, key.pointer) == 1
        for issuer in chain.dropFirst() where isTaken {
            isTaken = unsafe shim_SSL_CTX_add1_chain_cert(pointer, issuer.pointer) == 1
        }
        guard isTaken else {
            throw .rejected(path: identity.certificatePath, reason: OpenSSLFailure.takeFirst())
        }
    }

    /// Trusts the authorities of a file, and returns them.
    @discardableResult
    func trust(authoritiesAt path: String) throws(CertificateError) -> [Certificate] {
        let authorities = try PEMFile.certificates(path: path).certificates()
        let store = unsafe SSL_CTX_get_cert_store(pointer)
        for authority in authorities {
            guard unsafe X509_STORE_add_cert(store, authority.pointer) == 1 else {
                throw .rejected(path: path, reason: OpenSSLFailure.takeFirst())
            }
        }
        return authorities
    }

    /// Offers this side's protocol to the server.
    func offerProtocol() throws(CertificateError) {
        let result = unsafe protocolNames.withUnsafeBufferPointer { names in
            unsafe SSL_CTX_set_alpn_protos(pointer, names.baseAddress, UInt32(names.count))
        }
        // Unlike its relatives, this one returns 0 when it has succeeded.
        guard result == 0 else { throw .library(reason: OpenSSLFailure.takeFirst()) }
    }

    /// Takes clients that offer this side's protocol or none, and refuses those of others.
    ///
    /// So nobody can lead a browser's connection here and have its request taken for frames.
    func demandProtocol() {
        unsafe SSL_CTX_set_alpn_select_cb(
            pointer,
            selectProtocol,
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    fileprivate func select(
        _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
        _ chosenByteCount: UnsafeMutablePointer<UInt8>?,
        _ offered: UnsafeBufferPointer<UInt8>
    ) -> Int32 {
        let offers = unsafe Array(offered)
        let name = protocolNames.dropFirst()
        var index = 0
        while index < offers.count {
            let start = index + 1
            let end = start + Int(offers[index])
            guard end <= offers.count else { break }
            if offers[start..<end] == name {
                unsafe chosen?.pointee = unsafe offered.baseAddress.map { unsafe $0 + start }
                unsafe chosenByteCount?.pointee = UInt8(name.count)
                return SSL_TLSEXT_ERR_OK
            }
            index = end
        }
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }
}

private func selectProtocol(
    _ ssl: OpaquePointer?,
    _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ chosenByteCount: UnsafeMutablePointer<UInt8>?,
    _ offered: UnsafePointer<UInt8>?,
    _ offeredByteCount: UInt32,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context = unsafe context else { return SSL_TLSEXT_ERR_ALERT_FATAL }
    return unsafe Unmanaged<TLSContext>.fromOpaque(context).takeUnretainedValue().select(
        chosen,
        chosenByteCount,
        UnsafeBufferPointer(start: offered, count: Int(offeredByteCount))
    )
}

/// What must be done to OpenSSL once in a process.
enum OpenSSLLibrary {
    /// Keeps OpenSSL from taking itself apart when the process exits while loops still run.
    private static let isPrepared =
        OPENSSL_init_ssl(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

    static func prepare() {
        precondition(isPrepared, "OpenSSL can be initialised wherever there is memory.")
    }
}

/// The oldest version of TLS that a peer may speak; 1.3 is spoken wherever both sides can.
///
/// 1.0 and 1.1 are not there: RFC 8996 forbids them.
package enum TLSVersion: String, CaseIterable, Hashable, Sendable {
    /// TLS 1.2, with ephemeral keys and authenticated ciphers alone.
    case tls12 = "1.2"
    /// TLS 1.3.
    case tls13 = "1.3"

    /// The number by which OpenSSL knows the version.
    var number: Int32 {
        switch self {
        case .tls12: TLS1_2_VERSION
        case .tls13: TLS1_3_VERSION
        }
    }
}
