internal import COpenSSL
import Glibc

/// A file of certificates or of a private key, read into memory that is wiped afterwards.
@safe
struct PEMFile: ~Copyable {
    /// Where it was read from.
    let path: String
    private let bytes: UnsafeMutableRawBufferPointer

    /// The longest file that is read: some five times the authorities of a whole system.
    static let byteCountMax = 1 << 20

    /// Reads certificates.
    static func certificates(path: String) throws(CertificateError) -> PEMFile {
        try read(path) { _ in true }
    }

    /// Reads a private key, which nobody but its owner may write, nor others than its group read.
    ///
    /// A group that may read it is how Debian shares keys with services (`ssl-cert`).
    static func privateKey(path: String) throws(CertificateError) -> PEMFile {
        try read(path) { status in status.st_mode & 0o037 == 0 }
    }

    private static func read(
        _ path: String,
        isAllowed: (stat) -> Bool
    ) throws(CertificateError) -> PEMFile {
        let descriptor = try open(path)
        var status = stat()
        guard unsafe fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG
        else {
            throw .notAFile(path: path)
        }
        guard isAllowed(status) else { throw .privateKeyExposed(path: path) }
        guard status.st_size <= byteCountMax else { throw .tooLong(path: path) }
        let file = PEMFile(path: path, byteCount: max(1, Int(status.st_size)))
        try file.fill(from: descriptor)
        return file
    }

    private static func open(_ path: String) throws(CertificateError) -> Descriptor {
        do throws(SystemError) {
            // A pipe without a writer must not stop the start of a server.
            let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
            return Descriptor(try systemCall("open") { unsafe Glibc.open(path, flags) })
        } catch {
            throw .unreadable(path: path, error)
        }
    }

    private init(path: String, byteCount: Int) {
        self.path = path
        unsafe bytes = .allocate(byteCount: byteCount, alignment: 16)
        unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }

    private func fill(from descriptor: borrowing Descriptor) throws(CertificateError) {
        do throws(SystemError) {
            try systemCall("pread") {
                unsafe pread(descriptor.rawValue, bytes.baseAddress, bytes.count, 0)
            }
        } catch {
            throw .unreadable(path: path, error)
        }
    }

    deinit {
        unsafe OPENSSL_cleanse(bytes.baseAddress, bytes.count)
        unsafe bytes.deallocate()
    }

    /// The certificates in their order, one at least.
    func certificates() throws(CertificateError) -> [Certificate] {
        var found: [Certificate] = []
        let source = unsafe BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
        defer { unsafe BIO_free(source) }
        ERR_clear_error()
        while let next = unsafe PEM_read_bio_X509(source, nil, nil, nil) {
            unsafe found.append(Certificate(taking: next))
        }
        // The list of errors ends with "no start line" where the certificates end well.
        let isWhole = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE
        let reason = OpenSSLFailure.takeFirst()
        guard isWhole, !found.isEmpty else { throw .noCertificate(path: path, reason: reason) }
        return found
    }

    /// The private key, without a passphrase.
    func privateKey() throws(CertificateError) -> PrivateKey {
        let source = unsafe BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
        defer { unsafe BIO_free(source) }
        ERR_clear_error()
        var isLocked = false
        let key = unsafe withUnsafeMutablePointer(to: &isLocked) { isLocked in
            unsafe PEM_read_bio_PrivateKey(source, nil, refusePassphrase, isLocked)
        }
        let reason = OpenSSLFailure.takeFirst()
        if isLocked { throw .privateKeyLocked(path: path) }
        guard let key = unsafe key else { throw .noPrivateKey(path: path, reason: reason) }
        return unsafe PrivateKey(taking: key)
    }
}

/// Notes that a passphrase was asked for, and has none; by itself OpenSSL would ask the terminal.
private func refusePassphrase(
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ byteCountMax: Int32,
    _ isForWriting: Int32,
    _ isLocked: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe isLocked?.storeBytes(of: true, as: Bool.self)
    return -1
}
