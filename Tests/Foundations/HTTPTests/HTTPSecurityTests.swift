import Glibc
import HTTP
import TestSupport
import Testing

/// Listeners at `https://` and `unix://` addresses, asked by curl.
@Suite("HTTP over TLS and Unix sockets")
struct HTTPSecurityTests {
    private let authority = CertificateAuthority()
    private let folder = TemporaryDirectory()

    private func listen(
        _ address: String,
        _ credentials: HTTPCredentials? = nil
    ) throws -> HTTPListener {
        var limits = HTTPLimits()
        limits.threadCount = 2
        return try HTTPListener(
            at: HTTPAddressClaim(try #require(HTTPAddress(address))),
            limits: limits,
            credentials: credentials,
            handler: ScriptedHandler()
        )
    }

    private func curl(_ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run("/usr/bin/curl", ["--silent", "--show-error"] + arguments)
    }

    @Test("A client that trusts the authority is answered over TLS 1.3")
    func clientsAreAnswered() async throws {
        let issued = authority.issue()
        let credentials = try HTTPCredentials(issued)
        let listener = try listen("https://127.0.0.1:0", credentials)
        let address = "\(listener.boundAddress)/echo"
        #expect(address.hasPrefix("https://127.0.0.1:"))
        let format = "%{http_version} %{ssl_verify_result}"
        let answer = try await curl(
            "--cacert",
            authority.path,
            "--data-binary",
            "쪽지",
            "--write-out",
            format,
            address
        )
        #expect(answer.output == "POST /echo x= 쪽지1.1 0", "\(answer.errorOutput)")
        let stranger = try await curl(address)
        #expect(stranger.exitCode == 60)
        let old = try await curl("--cacert", authority.path, "--tls-max", "1.2", address)
        #expect(old.exitCode == 35)
        let plain = try await curl(address.replacing("https:", with: "http:"))
        #expect(plain.exitCode != 0)
    }

    @Test("TLS 1.2 is spoken where it may be")
    func olderClientsAreAnswered() async throws {
        let issued = authority.issue(rsaBitCount: 2_048)
        let credentials = try HTTPCredentials(issued, versionMin: .tls12)
        let listener = try listen("https://127.0.0.1:0", credentials)
        let address = "\(listener.boundAddress)/echo"
        for version in ["1.2", "1.3"] {
            let old = try await curl("--cacert", authority.path, "--tls-max", version, address)
            #expect(old.output == "GET /echo x= ", "\(old.errorOutput)")
        }
        let older = try await curl("--cacert", authority.path, "--tls-max", "1.1", address)
        #expect(older.exitCode == 35)
        let weak = "ECDHE-RSA-AES256-SHA384"
        let cipher = try await curl(
            "--cacert",
            authority.path,
            "--tls-max",
            "1.2",
            "--ciphers",
            weak,
            address
        )
        #expect(cipher.exitCode == 35)
    }

    @Test("Certificates are renewed for the connections that come then")
    func certificatesAreRenewed() async throws {
        let issued = authority.issue()
        let credentials = try HTTPCredentials(issued)
        let listener = try listen("https://127.0.0.1:0", credentials)
        let address = "\(listener.boundAddress)/echo"
        let other = CertificateAuthority(named: "Another Authority")
        try other.issue().replace(issued)
        #expect(try await curl("--cacert", authority.path, address).exitCode == 0)
        for _ in 0..<3 { try credentials.reload() }
        #expect(try await curl("--cacert", authority.path, address).exitCode == 60)
        #expect(try await curl("--cacert", other.path, address).exitCode == 0)
        try other.issue(validity: .past).replace(issued)
        #expect(throws: HTTPError.self) { try credentials.reload() }
        #expect(try await curl("--cacert", other.path, address).exitCode == 0)
    }

    @Test("Files that are of no use are refused")
    func filesAreChecked() {
        let (one, two) = (authority.issue(), authority.issue())
        #expect(throws: HTTPError.self) {
            try HTTPCredentials(certificateFile: one.certificatePath, keyFile: two.keyPath)
        }
        #expect(throws: HTTPError.self) {
            try HTTPCredentials(certificateFile: one.keyPath, keyFile: one.keyPath)
        }
        #expect(throws: HTTPError.self) {
            try HTTPCredentials(certificateFile: folder.path("none"), keyFile: one.keyPath)
        }
    }

    @Test("A client's certificate says who it is, if it comes from the right authority for clients")
    func clientsAreKnown() async throws {
        let staff = CertificateAuthority(named: "Staff")
        let credentials = try HTTPCredentials(authority.issue(), clientAuthorityFile: staff.path)
        let listener = try listen("https://127.0.0.1:0", credentials)
        let address = "\(listener.boundAddress)/who"
        func who(_ issued: CertificateAuthority.Issued?) async throws -> ProgramRun {
            let words = ["--silent", "--show-error", "--cacert", authority.path, address]
            let shown = issued.map { ["--cert", $0.certificatePath, "--key", $0.keyPath] } ?? []
            return try await ProgramRun.run("/usr/bin/curl", words + shown)
        }
        #expect(try await who(staff.issue("민지", usage: .client)).output == "nobody 민지\n")
        // None, a stranger's certificate, one of a server, and one that no longer counts.
        for issued in [
            nil, authority.issue("minji", usage: .client), staff.issue("minji", usage: .server),
            staff.issue("minji", usage: .client, validity: .past),
        ] {
            let run = try await who(issued)
            #expect(run.exitCode != 0 && run.output.isEmpty, "\(run.output)")
        }
        #expect(throws: HTTPError.self) {
            try HTTPCredentials(authority.issue(), clientAuthorityFile: folder.path("none"))
        }
    }

    @Test("Certificates that nobody demands say nothing")
    func undemandedCertificatesSayNothing() async throws {
        let listener = try listen("https://127.0.0.1:0", HTTPCredentials(authority.issue()))
        let own = authority.issue("minji", usage: .client)
        let answer = try await curl(
            "--cacert",
            authority.path,
            "--cert",
            own.certificatePath,
            "--key",
            own.keyPath,
            "\(listener.boundAddress)/who"
        )
        #expect(answer.output == "nobody nameless\n")
    }

    @Test("The kernel says whose process is at the other end of a Unix socket")
    func usersAreKnown() async throws {
        let path = folder.path("web.sock")
        let listener = try listen("unix://\(path)")
        let answer = try await curl("--unix-socket", path, "http://localhost/who")
        #expect(answer.output == "\(geteuid()) nameless\n")
        listener.close()
    }

    @Test("A Unix socket is served, and its file goes with the listener")
    func unixSocketsAreServed() async throws {
        let path = folder.path("web.sock")
        let listener = try listen("unix://\(path)")
        #expect("\(listener.boundAddress)" == "unix://\(path)")
        let answer = try await curl("--unix-socket", path, "http://localhost/echo?x=1")
        #expect(answer.output == "GET /echo x=1 ")
        listener.close()
        #expect(try await curl("--unix-socket", path, "http://localhost/").exitCode == 7)
        _ = try listen("unix://\(path)")
    }

    @Test("Noise in the place of a handshake ends, and others are served")
    func noiseEnds() async throws {
        let issued = authority.issue()
        let credentials = try HTTPCredentials(issued)
        let listener = try listen("https://127.0.0.1:0", credentials)
        let address = "\(listener.boundAddress)"
        var generator = SeededGenerator(seed: 20)
        for count in [1, 5, 100, 20_000] {
            let peer = try HTTPPeer(at: address)
            peer.send((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
            if count > 5 { _ = try peer.rest() }
        }
        #expect(try await curl("--cacert", authority.path, address + "/echo").exitCode == 0)
    }
}

extension HTTPCredentials {
    fileprivate convenience init(
        _ issued: CertificateAuthority.Issued,
        clientAuthorityFile: String? = nil,
        versionMin: Version = .tls13
    ) throws(HTTPError) {
        try self.init(
            certificateFile: issued.certificatePath,
            keyFile: issued.keyPath,
            clientAuthorityFile: clientAuthorityFile,
            versionMin: versionMin
        )
    }
}
