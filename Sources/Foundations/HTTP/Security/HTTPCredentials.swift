internal import CGnuTLS
internal import Locking
internal import Networking

/// What a listener proves itself with at `https://` addresses; any number of them may share it.
///
/// The files are checked as those of the other addresses are, and read when it is made and by
/// `reload()`, never by a handshake.
package final class HTTPCredentials: Sendable {
    /// The priorities of GnuTLS: which versions of TLS are spoken.
    let priorities: String
    /// The authorities that clients' certificates must come from, in PEM form; nil where none are
    /// demanded.
    let clientAuthorities: String?

    private let checked: TLSServerContext
    private let identity: TLSIdentity
    private let state: Mutex<State>

    private struct State {
        var current: GnuTLSIdentity
        /// What connections that began before a reload may still use, and since when.
        var former: [(identity: GnuTLSIdentity, since: UInt64)] = []
    }

    /// The versions of TLS that are good enough to be spoken.
    package enum Version: String, Sendable {
        /// TLS 1.2 and 1.3.
        case tls12 = "1.2"
        /// TLS 1.3 alone.
        case tls13 = "1.3"
    }

    /// How long what was replaced is kept, in nanoseconds: ten minutes, many times what a handshake
    /// may take.
    private static let keptNanoseconds: UInt64 = 600_000_000_000

    /// Reads the files, each in PEM form.
    ///
    /// - Parameters:
    ///   - certificateFile: The path of the certificate, followed by those that lead from it to an
    ///     authority.
    ///   - keyFile: The path of its private key, which others must not be able to read.
    ///   - clientAuthorityFile: The path of the authorities whose certificates clients are asked
    ///     for; read now, and not again. Whether one was shown, `HTTPConnection.certificateName`
    ///     tells. nil asks for none.
    ///   - versionMin: The oldest version that a client may speak.
    /// - Throws: `HTTPError`, which says which file it is and what would be right.
    package init(
        certificateFile: String,
        keyFile: String,
        clientAuthorityFile: String? = nil,
        versionMin: Version = .tls13
    ) throws(HTTPError) {
        identity = TLSIdentity(certificatePath: certificateFile, privateKeyPath: keyFile)
        do {
            var options = TLSServerOptions(identity: identity)
            options.clientAuthorityPath = clientAuthorityFile
            checked = try TLSServerContext(options, protocolName: "http/1.1")
        } catch {
            throw HTTPError(description: error.description)
        }
        state = Mutex(State(current: try GnuTLSIdentity(identity)))
        clientAuthorities = clientAuthorityFile.flatMap { GnuTLSFile.text(at: $0) }
        priorities =
            switch versionMin {
            case .tls12: "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-MAC-ALL:+AEAD"
            case .tls13: "NORMAL:-VERS-ALL:+VERS-TLS1.3"
            }
    }

    /// Reads the files again, for the connections that come from now on; from any thread.
    ///
    /// Connections that are there go on as they are. When this throws, all stays as it was.
    ///
    /// - Throws: `HTTPError`.
    package func reload() throws(HTTPError) {
        do {
            try checked.reload()
        } catch {
            throw HTTPError(description: error.description)
        }
        let renewed = try GnuTLSIdentity(identity)
        let now = MonotonicClock.now()
        state.withLock { state in
            state.former.removeAll { $0.since + Self.keptNanoseconds < now }
            state.former.append((state.current, now))
            state.current = renewed
        }
    }

    /// What a handshake that begins now proves the listener with.
    var current: GnuTLSIdentity { state.withLock { $0.current } }
}

/// A certificate with its key, in GnuTLS's form.
///
/// `@unchecked Sendable`: nothing changes it once it is made.
@safe
final class GnuTLSIdentity: @unchecked Sendable {
    let certificates: UnsafeMutablePointer<gnutls_pcert_st>
    let certificateCount: UInt32
    let key: gnutls_privkey_t

    /// The longest chain that is read.
    private static let certificateCountMax: UInt32 = 16

    fileprivate init(_ identity: TLSIdentity) throws(HTTPError) {
        var key: gnutls_privkey_t?
        unsafe gnutls_privkey_init(&key)
        guard let key = unsafe key else { throw HTTPError(description: "there is no memory") }
        let certificates = UnsafeMutablePointer<gnutls_pcert_st>.allocate(
            capacity: Int(Self.certificateCountMax)
        )
        var count = Self.certificateCountMax
        let result = unsafe Self.load(identity, key, certificates, &count)
        guard result >= 0 else {
            unsafe gnutls_privkey_deinit(key)
            unsafe certificates.deallocate()
            let reason = unsafe gnutls_strerror(result).map { unsafe String(cString: $0) } ?? ""
            throw HTTPError(description: "\(identity.certificatePath) is of no use: \(reason)")
        }
        unsafe self.key = unsafe key
        unsafe self.certificates = unsafe certificates
        certificateCount = count
    }

    deinit {
        for index in 0..<Int(certificateCount) {
            unsafe gnutls_pcert_deinit(certificates + index)
        }
        unsafe certificates.deallocate()
        unsafe gnutls_privkey_deinit(key)
    }

    private static func load(
        _ identity: TLSIdentity,
        _ key: gnutls_privkey_t,
        _ certificates: UnsafeMutablePointer<gnutls_pcert_st>,
        _ count: inout UInt32
    ) -> Int32 {
        let result = unsafe GnuTLSFile.withBytes(of: identity.privateKeyPath) { file in
            unsafe gnutls_privkey_import_x509_raw(key, file, GNUTLS_X509_FMT_PEM, nil, 0)
        }
        guard result >= 0 else { return result }
        return unsafe GnuTLSFile.withBytes(of: identity.certificatePath) { file in
            unsafe gnutls_pcert_list_import_x509_raw(
                certificates,
                &count,
                file,
                GNUTLS_X509_FMT_PEM,
                0
            )
        }
    }
}

/// Files as GnuTLS reads them.
enum GnuTLSFile {
    /// Lends the bytes of a file, which are wiped then.
    ///
    /// - Returns: What `body` returns, or the number of the error by which there is no such file.
    static func withBytes(
        of path: String,
        _ body: (UnsafePointer<gnutls_datum_t>) -> Int32
    ) -> Int32 {
        var file = unsafe gnutls_datum_t()
        let result = unsafe gnutls_load_file(path, &file)
        guard result >= 0 else { return result }
        defer {
            unsafe gnutls_memset(file.data, 0, Int(file.size))
            unsafe shim_gnutls_free(file.data)
        }
        return unsafe body(&file)
    }

    /// The text of a file; nil where there is none.
    static func text(at path: String) -> String? {
        var text: String?
        _ = unsafe withBytes(of: path) { file in
            let (start, count) = unsafe (file.pointee.data, Int(file.pointee.size))
            text = unsafe String(
                decoding: UnsafeBufferPointer(start: start, count: count),
                as: UTF8.self
            )
            return 0
        }
        return text
    }
}
