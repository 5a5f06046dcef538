import Foundation
import NoteletClient
import TestSupport
import Testing

/// Real programs that speak TLS with each other, and with those of others.
@Suite(.timeLimit(.minutes(2))) struct SecurityTests {
    private let authority = CertificateAuthority()

    private func server(demanding clients: CertificateAuthority? = nil) async throws
        -> ServerProcess
    {
        let issued = authority.issue()
        var arguments = ["--tls-certificate", issued.certificatePath, "--tls-key", issued.keyPath]
        if let clients { arguments += ["--tls-client-ca", clients.path] }
        return try await ServerProcess(at: "tls://127.0.0.1:0", arguments: arguments)
    }

    @Test("A person's client trusts whom it is told to, and says why not", .timeLimit(.minutes(1)))
    func commandLine() async throws {
        let server = try await server()
        let person = Person("testuser", at: server.address)
        let trusted = try await person.run("ping", "--ca-file", authority.path)
        #expect(trusted.exitCode == 0, "\(trusted.errorOutput)")
        let setting = ["NOTELET_CA_FILE": authority.path]
        let signUp = try await person.run(
            "signup",
            "--username",
            "testuser",
            "--email",
            "test@example.com",
            setting: setting
        )
        #expect(signUp.exitCode == 0, "\(signUp.errorOutput)")

        // The session remembers the authority; whoever has none is not told whom to trust.
        #expect(try await person.run("ping").exitCode == 0)
        let stranger = Person("stranger", at: server.address)
        let untrusted = try await stranger.run("ping")
        #expect(untrusted.exitCode == 76)
        #expect(untrusted.errorOutput.contains("the certificate of the other side is refused"))
        #expect(untrusted.errorOutput.split(separator: "\n").count == 1)
        let json = try await stranger.run("ping", "--json")
        #expect(try Document(json.errorOutput)["error"]["code"].text == "handshake_failed")
        let missing = try await person.run("ping", "--ca-file", "/nowhere/ca.pem")
        #expect(missing.exitCode == 78)
        #expect(missing.errorOutput.contains("/nowhere/ca.pem cannot be read"))

        let plain = Person("testuser", at: "tcp" + server.address.dropFirst(3))
        let hint = try await plain.run("ping")
        #expect(hint.exitCode == 69)
        #expect(hint.errorOutput.contains("tls://"), "\(hint.errorOutput)")
        #expect(await server.stop() == 0)
    }

    @Test("A server that demands certificates lets in who has one", .timeLimit(.minutes(1)))
    func clientCertificates() async throws {
        let staff = CertificateAuthority(named: "Staff")
        let server = try await server(demanding: staff)
        let person = Person("testuser", at: server.address)
        let issued = staff.issue("testuser", hosts: [], usage: .client)
        let known = try await person.run(
            "ping",
            "--ca-file",
            authority.path,
            "--client-certificate",
            issued.certificatePath,
            "--client-key",
            issued.keyPath
        )
        #expect(known.exitCode == 0, "\(known.errorOutput)")
        let unknown = try await person.run("ping", "--ca-file", authority.path)
        #expect(unknown.exitCode == 69)
        #expect(unknown.errorOutput.contains("certificate required"), "\(unknown.errorOutput)")
        #expect(await server.stop() == 0)
    }

    @Test("The Swift client sends, reads and watches", .timeLimit(.minutes(1)))
    func swiftClient() async throws {
        let server = try await server()
        var configuration = NoteletConfiguration()
        configuration.authorityFile = authority.path
        let (reader, writer) = (
            try Notelet(server.address, configuration: configuration),
            try Notelet(server.address, configuration: configuration)
        )
        for (person, name) in [(reader, "reader"), (writer, "writer")] {
            let email = "\(name)@example.com"
            try await person.signUp(username: name, email: email, password: password)
        }
        let link = try #require(try await reader.link())
        let contents = (0..<8).map { "\($0) " + String(repeating: "쪽", count: 1_900) }
        for content in contents { try await writer.send(content, toLink: link.url) }
        var received: [String] = []
        for try await page in reader.watch() {
            for change in page.changes {
                if case .received(let note) = change.kind { received.append(note.content) }
            }
            if received.count == contents.count { break }
        }
        #expect(Set(received) == Set(contents))
        #expect(await server.stop() == 0)
    }

    @Test("The client in Python speaks it too, and does not trust anybody", .timeLimit(.minutes(1)))
    func python() async throws {
        let server = try await server()
        let cache = TemporaryDirectory()
        func tour(_ arguments: String...) async throws -> ProgramRun {
            try await ProgramRun.run(
                "/usr/bin/python3",
                [PythonTourTests.folder + "/tour.py", server.address] + arguments,
                environment: ["XDG_CACHE_HOME": cache.path, "PYTHONIOENCODING": "utf-8"]
            )
        }
        let trusting = try await tour(authority.path)
        #expect(trusting.exitCode == 0, "\(trusting.errorOutput)")
        #expect(trusting.output.contains("jun watched, and saw the answer: 고마워요 :)"))
        let suspicious = try await tour()
        #expect(suspicious.exitCode != 0)
        #expect(suspicious.errorOutput.contains("CERTIFICATE_VERIFY_FAILED"))
        #expect(await server.stop() == 0)
    }

    @Test("A server without what it needs does not start, and says what that is")
    func start() async throws {
        let folder = TemporaryDirectory()
        let (issued, other) = (authority.issue(), authority.issue())
        let expired = authority.issue(validity: .past)
        let exposed = folder.path("exposed.key")
        try FileManager.default.copyItem(atPath: issued.keyPath, toPath: exposed)
        chmod(exposed, 0o644)
        let cases: [(certificate: String?, key: String, message: String)] = [
            (nil, issued.keyPath, "name its file with --tls-certificate"),
            (folder.path("no.pem"), issued.keyPath, "no.pem cannot be read"),
            (issued.certificatePath, other.keyPath, "does not belong to the certificate"),
            (expired.certificatePath, expired.keyPath, "expired on"),
            (issued.certificatePath, exposed, "can be read by everybody, or written by others"),
        ]
        for (certificate, key, message) in cases {
            let run = try await ProgramRun.run(
                "notelet-server",
                ["--listen", "tls://127.0.0.1:0", "--store", folder.path("store")]
                    + ["--tls-key", key]
                    + (certificate.map { ["--tls-certificate", $0] } ?? [])
            )
            #expect(run.exitCode == 78)
            #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
            #expect(run.errorOutput.split(separator: "\n").count == 1, "\(run.errorOutput)")
        }
        let open = try await ProgramRun.run(
            "notelet-server",
            ["--listen", "tcp://0.0.0.0:0", "--store", folder.path("store")]
        )
        #expect(open.exitCode == 78)
        #expect(open.errorOutput.contains("tls:// with a certificate, or give --insecure"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("store")))
    }

    @Test("A signal has certificates read again, and connections go on", .timeLimit(.minutes(1)))
    func reload() async throws {
        let issued = authority.issue()
        let folder = TemporaryDirectory()
        let (server, address) = try await startServer(
            in: folder,
            ["--listen", "tls://127.0.0.1:0", "--tls-certificate", issued.certificatePath]
                + ["--tls-key", issued.keyPath]
        )
        func client(trusting authority: CertificateAuthority) throws -> Notelet {
            var configuration = NoteletConfiguration()
            configuration.authorityFile = authority.path
            configuration.retry.attemptCountMax = 1
            return try Notelet(address, configuration: configuration)
        }
        let old = try client(trusting: authority)
        _ = try await old.check()

        let successor = CertificateAuthority(named: "Successor")
        try successor.issue().replace(issued)
        server.send(SIGHUP)
        #expect(await server.nextEvent("reloaded") != nil)
        let late = await #expect(throws: NoteletError.self) {
            try await client(trusting: authority).check()
        }
        #expect(late?.code == .handshakeFailed)

        try "nothing".write(toFile: issued.certificatePath, atomically: true, encoding: .utf8)
        server.send(SIGHUP)
        let failed = try #require(await server.nextEvent("reload-failed"))
        #expect(failed.contains("holds no certificate in PEM form"))
        _ = try await client(trusting: successor).check()
        _ = try await old.check()
        #expect(await server.end(by: SIGTERM) == 0)
    }
}
