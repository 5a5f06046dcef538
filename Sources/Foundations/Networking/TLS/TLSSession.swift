internal import COpenSSL

/// The TLS side of one connection: turns bytes of the network into the peer's and back.
///
/// It knows no socket. What arrived is put into `inbound`, of which reading leaves nothing; what is
/// to be sent it appends to `outgoing`. There it never waits for room, so that OpenSSL has no
/// half-written record to come back to. An idle session has no memory in either.
@safe
final class TLSSession {
    /// Bytes that arrived from the network and were not taken yet.
    var inbound = ByteQueue()
    /// Bytes for the network that were not sent yet.
    var outgoing = ByteQueue()
    /// Whether the call of OpenSSL that is under way, or was the last, asked for more than had
    /// arrived; what it took then is the beginning of a record, and else a whole one.
    var hasRunDry = false

    let ssl: OpaquePointer
    /// Whom the peer's certificate has to be for; nil for clients.
    private let host: String?
    /// Not released before the session: OpenSSL calls it in the handshake.
    private let context: TLSContext
    /// How many bytes had arrived before the last call of OpenSSL.
    private var arrivedByteCount = 0
    /// Records without data since the last one with some.
    private var quietRecordCount = 0
    /// Whether nothing can be sent any more: the last word is said, or something failed.
    private(set) var isSilent = false

    /// The most data that a record holds (RFC 8446, section 5.1).
    static let recordByteCountMax = 16_384

    /// What a record is longer than its data: a header of 5 bytes, 1 for its kind, and 16 of the
    /// cipher; 8 more in TLS 1.2.
    static let recordOverheadByteCount = 30

    /// How many records without data may follow one another.
    ///
    /// A new key costs the peer 30 bytes and this side some microseconds, so that a peer that sends
    /// nothing else is not worth serving; an honest one sends one in a billion records.
    static let quietRecordCountMax = 32

    /// How many bytes are encrypted at a time: four records, sent by one call.
    static let plaintextByteCountMax = 4 * recordByteCountMax

    /// How many bytes may wait in `outgoing` while the peer sends: what is encrypted at a time, and
    /// as much again for what records without data call for, such as new keys of this side.
    ///
    /// A peer that calls for more than it takes would fill the memory.
    static let outgoingByteCountMax = 2 * encryptedByteCountMax(of: plaintextByteCountMax)

    /// What the bytes that arrived have come to, behind the data.
    enum Reading {
        /// More can come.
        case open
        /// The peer has said that nothing more comes.
        case ended
        /// The connection is of no further use.
        case failed(TLSError)
    }

    /// Begins a session of a context; `host` is only for what errors say.
    init(_ context: TLSContext, host: String?) throws(TLSError) {
        self.context = context
        self.host = host
        ERR_clear_error()
        guard let ssl = unsafe SSL_new(context.pointer) else {
            throw .failed(reason: OpenSSLFailure.takeFirst())
        }
        unsafe self.ssl = ssl
        guard let transport = unsafe TLSTransport.make(for: self) else {
            throw .failed(reason: OpenSSLFailure.takeFirst())
        }
        // The session owns the transport from here on, which it reads from and writes to.
        unsafe SSL_set_bio(ssl, transport, transport)
    }

    deinit {
        unsafe SSL_free(ssl)
    }

    /// Makes this the server's side.
    func awaitClient() {
        unsafe SSL_set_accept_state(ssl)
    }

    /// Makes this the client's side, for a server of a name or an address in figures.
    func expectServer(_ host: String) throws(TLSError) {
        unsafe SSL_set_connect_state(ssl)
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        let isSet: Bool
        if SocketAddress.isNumeric(host: name) {
            isSet = unsafe X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), name) == 1
        } else {
            unsafe SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
            isSet =
                unsafe SSL_set1_host(ssl, name) == 1
                && shim_SSL_set_tlsext_host_name(ssl, name) == 1
        }
        guard isSet else { throw .failed(reason: OpenSSLFailure.takeFirst()) }
    }

    /// Takes the handshake as far as the bytes that arrived allow.
    ///
    /// - Returns: Whether it is done.
    func shakeHands() throws(TLSError) -> Bool {
        while true {
            prepare()
            let result = unsafe SSL_do_handshake(ssl)
            if result == 1 { return true }
            guard unsafe SSL_get_error(ssl, result) == SSL_ERROR_WANT_READ else { throw failure() }
            guard try goesOnWithoutData() else { return false }
        }
    }

    /// Takes what arrived, and appends the data in it to `queue`.
    func decrypt(into queue: inout ByteQueue) -> Reading {
        do throws(TLSError) {
            while true {
                var result: Int32 = 0
                prepare()
                unsafe queue.append(upTo: Self.recordByteCountMax) { free in
                    var byteCount = 0
                    result = unsafe SSL_read_ex(ssl, free.baseAddress, free.count, &byteCount)
                    return byteCount
                }
                if result == 1 {
                    quietRecordCount = 0
                    continue
                }
                switch unsafe SSL_get_error(ssl, result) {
                case SSL_ERROR_WANT_READ:
                    guard try goesOnWithoutData() else { return .open }
                case SSL_ERROR_ZERO_RETURN:
                    return .ended
                default:
                    throw failure()
                }
            }
        } catch {
            return .failed(error)
        }
    }

    /// Appends data to `outgoing`, encrypted.
    func encrypt(_ bytes: UnsafeRawBufferPointer) throws(TLSError) {
        outgoing.reserve(Self.encryptedByteCountMax(of: bytes.count))
        prepare()
        var byteCount = 0
        guard unsafe SSL_write_ex(ssl, bytes.baseAddress, bytes.count, &byteCount) == 1 else {
            throw failure()
        }
        precondition(byteCount == bytes.count, "A transport without bounds takes everything.")
    }

    /// Tells the peer that nothing more comes; only the first call does anything.
    func end() {
        guard !isSilent else { return }
        isSilent = true
        prepare()
        _ = unsafe SSL_shutdown(ssl)
        ERR_clear_error()
    }

    /// Tells a peer that speaks something else that this is TLS, which OpenSSL leaves out: by an
    /// alert of a wrong version, not encrypted, at which a client that expects other bytes stops.
    func alertPlainly() {
        for byte: UInt8 in [21, 3, 1, 0, 2, 2, 70] { outgoing.append(byte) }
    }

    /// The version that both sides speak, such as `TLSv1.3`.
    var version: String {
        unsafe SSL_get_version(ssl).map { unsafe String(cString: $0) } ?? ""
    }

    /// The name in the peer's certificate, which was found good; nil if it has shown none.
    var peerName: String? {
        guard let certificate = unsafe SSL_get1_peer_certificate(ssl) else { return nil }
        return unsafe Certificate(taking: certificate).commonName
    }

    private static func encryptedByteCountMax(of byteCount: Int) -> Int {
        byteCount + (byteCount / recordByteCountMax + 1) * recordOverheadByteCount
    }

    /// Forgets what the last call of OpenSSL left behind.
    private func prepare() {
        ERR_clear_error()
        hasRunDry = false
        arrivedByteCount = inbound.count
    }

    /// Whether there may be more in what arrived, after a call of OpenSSL that found no data.
    ///
    /// - Throws: `tooManyQuietRecords`.
    private func goesOnWithoutData() throws(TLSError) -> Bool {
        if !hasRunDry, inbound.count < arrivedByteCount { quietRecordCount += 1 }
        guard quietRecordCount <= Self.quietRecordCountMax,
            outgoing.count <= Self.outgoingByteCountMax
        else {
            isSilent = true
            throw .tooManyQuietRecords
        }
        return !hasRunDry
    }

    private func failure() -> TLSError {
        isSilent = true
        return unsafe TLSError.reason(of: ssl, host: host)
    }
}
