import Foundation
import TestSupport
import Testing

@testable import Networking

@Suite
struct CertificateTests {
    private let authority = CertificateAuthority()
    private let folder = TemporaryDirectory()

    private func expect(_ error: CertificateError, certificate: String, key: String) {
        let options = TLSServerOptions(
            identity: TLSIdentity(certificatePath: certificate, privateKeyPath: key)
        )
        #expect(throws: error) { try TLSServerContext(options, protocolName: "test") }
        #expect(!error.description.contains("\n"))
        #expect(error.description.contains(certificate) || error.description.contains(key))
    }

    private func write(_ name: String, _ text: String, mode: mode_t = 0o600) throws -> String {
        let path = folder.path(name)
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        chmod(path, mode)
        return path
    }

    private func content(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test
    func `A file that is not there says so`() {
        let issued = authority.issue()
        let missing = folder.path("missing.pem")
        let error = SystemError(errno: ENOENT, call: "open")
        expect(.unreadable(path: missing, error), certificate: missing, key: issued.keyPath)
        expect(.unreadable(path: missing, error), certificate: issued.certificatePath, key: missing)
        expect(.notAFile(path: folder.path), certificate: folder.path, key: issued.keyPath)
    }

    @Test
    func `A file without a certificate or a key says so`() throws {
        let issued = authority.issue()
        let empty = try write("empty", "")
        let reason = "no start line"
        expect(.noCertificate(path: empty, reason: reason), certificate: empty, key: issued.keyPath)
        expect(
            .noCertificate(path: issued.keyPath, reason: reason),
            certificate: issued.keyPath,
            key: issued.keyPath
        )
        let key = try write("key", content(issued.certificatePath))
        #expect(throws: CertificateError.self) {
            try SecureNetwork.serverContext(.init(certificatePath: key, keyPath: key))
        }
        let long = try write("long", String(repeating: " ", count: PEMFile.byteCountMax + 1))
        expect(.tooLong(path: long), certificate: long, key: issued.keyPath)
    }

    @Test
    func `A damaged certificate behind a good one is not passed over`() throws {
        let issued = authority.issue()
        let good = try content(issued.certificatePath)
        let bad = try write("chain", good + good.replacing("MII", with: "MIJ"))
        let options = TLSServerOptions(
            identity: TLSIdentity(certificatePath: bad, privateKeyPath: issued.keyPath)
        )
        let error = #expect(throws: CertificateError.self) {
            try TLSServerContext(options, protocolName: "test")
        }
        guard case .noCertificate(bad, _) = error else {
            Issue.record("The error is \(String(describing: error)).")
            return
        }
    }

    @Test
    func `One file may hold both, and the certificates on the way to the authority`() throws {
        let issued = authority.issue()
        let both = try write(
            "both",
            content(issued.certificatePath) + content(authority.path) + content(issued.keyPath)
        )
        _ = try SecureNetwork.serverContext(.init(certificatePath: both, keyPath: both))
    }

    @Test
    func `The key of another certificate is refused`() {
        let (one, other) = (authority.issue(), authority.issue())
        expect(
            .privateKeyMismatch(
                certificatePath: one.certificatePath,
                keyPath: other.keyPath
            ),
            certificate: one.certificatePath,
            key: other.keyPath
        )
    }

    @Test(arguments: [mode_t(0o604), 0o644, 0o660, 0o602, 0o666, 0o777])
    func `A key that others can read or write is refused`(mode: mode_t) throws {
        let issued = authority.issue()
        let exposed = try write("exposed", content(issued.keyPath), mode: mode)
        expect(
            .privateKeyExposed(path: exposed),
            certificate: issued.certificatePath,
            key: exposed
        )
        // Its owner's, and its group's to read, whoever the owner is.
        for mode: mode_t in [0o400, 0o640] {
            chmod(exposed, mode)
            chown(exposed, mode == 0o640 ? 12_345 : geteuid(), gid_t.max)
            _ = try SecureNetwork.serverContext(
                .init(certificatePath: issued.certificatePath, keyPath: exposed)
            )
        }
    }

    @Test
    func `A key behind a passphrase is refused without a question`() async throws {
        let issued = authority.issue()
        let locked = folder.path("locked")
        let run = try await ProgramRun.run(
            "/usr/bin/openssl",
            ["pkey", "-in", issued.keyPath, "-aes256", "-passout", "pass:secret", "-out", locked]
        )
        try #require(run.exitCode == 0, "\(run.errorOutput)")
        chmod(locked, 0o600)
        expect(.privateKeyLocked(path: locked), certificate: issued.certificatePath, key: locked)
    }

    @Test
    func `A certificate counts from its first moment to its last`() throws {
        let now = wallClockSeconds()
        let issued = authority.issue(validity: .past)
        let error = #expect(throws: CertificateError.self) {
            try SecureNetwork.serverContext(issued)
        }
        guard case .expired(issued.certificatePath, let end)? = error else {
            Issue.record("The error is \(String(describing: error)).")
            return
        }
        #expect((now - 3_700...now - 3_500).contains(end))
        #expect(error?.description.contains(" UTC: renew it") == true)
        let start = end - 82_800
        _ = try SecureNetwork.serverContext(issued, now: end - 1)
        _ = try SecureNetwork.serverContext(issued, now: start)
        #expect(throws: CertificateError.expired(path: issued.certificatePath, since: end)) {
            try SecureNetwork.serverContext(issued, now: end)
        }
        #expect(throws: CertificateError.notYetValid(path: issued.certificatePath, until: start)) {
            try SecureNetwork.serverContext(issued, now: start - 1)
        }
    }

    @Test
    func `Times are told as people write them`() {
        #expect(
            CertificateError.expired(path: "a", since: 1_700_000_000).description
                == "the certificate in a expired on 2023-11-14 22:13 UTC: renew it"
        )
        #expect(
            CertificateError.notYetValid(path: "a", until: 0).description
                == "the certificate in a counts from 1970-01-01 00:00 UTC on: is the clock right?"
        )
    }

    @Test
    func `A weak key is refused`() {
        let weak = authority.issue(rsaBitCount: 1_024)
        expect(
            .rejected(path: weak.certificatePath, reason: "ee key too small"),
            certificate: weak.certificatePath,
            key: weak.keyPath
        )
    }

    @Test
    func `A client's files are checked as a server's are`() throws {
        var options = TLSClientOptions()
        options.authorityPath = folder.path("missing")
        let error = SystemError(errno: ENOENT, call: "open")
        #expect(throws: CertificateError.unreadable(path: folder.path("missing"), error)) {
            try TLSClientContext(options, protocolName: "test")
        }
        let expired = authority.issue(usage: .client, validity: .past)
        #expect(throws: CertificateError.self) {
            try SecureNetwork.clientContext(trusting: authority, as: expired)
        }
    }
}
