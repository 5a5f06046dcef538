import Foundation
import TestSupport
import Testing

/// HTTP's door of the real server, as curl finds it.
@Suite(.timeLimit(.minutes(2))) struct WebDoorTests {
    private let folder = TemporaryDirectory()

    private func curl(_ arguments: [String], body: String? = nil) async throws -> ProgramRun {
        var words = ["--silent", "--show-error", "--max-time", "60"] + arguments
        if let body { words += ["--header", "Content-Type: application/json", "--data", body] }
        return try await ProgramRun.run("/usr/bin/curl", words)
    }

    /// Starts a server whose first web address follows its first address.
    private func start(
        _ arguments: [String]
    ) async throws -> (program: RunningProgram, web: String) {
        let (program, _) = try await startServer(in: folder, arguments)
        let line = try #require(await program.nextLine())
        return (program, String(try #require(line.split(separator: " ").last)))
    }

    @Test("curl signs up, sends, and reads the note")
    func curlIsServed() async throws {
        let (server, web) = try await start(["--web-listen", "http://127.0.0.1:0"])
        func call(_ method: String, _ body: String, _ token: String = "") async throws -> Document {
            let run = try await curl(
                ["--header", "Authorization: Bearer \(token)", "\(web)/notelet.v1.\(method)"],
                body: body
            )
            return try Document(run.output)
        }
        let receiver = try await call(
            "Accounts/SignUp",
            #"{"username":"홍길동","email":"a@example.com","password":"correct horse battery"}"#
        )
        let guest = try await call("Accounts/CreateGuest", "{}")
        let sent = try await call(
            "Messages/SendToLink",
            #"{"link":"\#(receiver["user"]["personalLink"]["token"].text)","content":"반가워요"}"#,
            guest["session"]["accessToken"].text
        )
        #expect(!sent["messageId"].text.isEmpty)
        let token = receiver["session"]["accessToken"].text
        let page = try await call("Messages/ListReceived", "{}", token)
        #expect(page["messages"][0]["content"].text == "반가워요")
        let unknown = try await curl(["\(web)/notelet.v1.Messages/Nothing"], body: "{}")
        #expect(unknown.output.contains(#""code":"unimplemented""#))
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("A watch goes on until the server ends, and then ends in order")
    func watchesEndInOrder() async throws {
        let (server, web) = try await start(["--web-listen", "http://127.0.0.1:0"])
        let guest = try await curl(["\(web)/notelet.v1.Accounts/CreateGuest"], body: "{}")
        let token = try Document(guest.output)["session"]["accessToken"].text
        let peer = try HTTPPeer(at: web)
        peer.send(
            "POST",
            "/notelet.v1.Sync/Watch",
            headers: [
                "Content-Type": "application/connect+json", "Authorization": "Bearer \(token)",
            ],
            body: [0, 0, 0, 0, 2] + Array("{}".utf8)
        )
        #expect(try peer.head().status == 200)
        _ = try peer.chunk()
        async let code = server.end(by: SIGTERM)
        var text = ""
        while let chunk = try peer.chunk() { text += String(decoding: chunk, as: UTF8.self) }
        #expect(text.contains(#"{"error":{"code":"unavailable""#))
        #expect(await code == 0)
    }

    @Test("https:// takes the certificate of the other addresses, and renews it with them")
    func certificatesAreRenewed() async throws {
        let (authority, other) = (CertificateAuthority(), CertificateAuthority(named: "Another"))
        let issued = authority.issue()
        let (server, web) = try await start([
            "--web-listen", "https://127.0.0.1:0", "--tls-certificate", issued.certificatePath,
            "--tls-key", issued.keyPath,
        ])
        let check = "\(web)/notelet.v1.Health/Check"
        let before = try await curl(["--include", "--cacert", authority.path, check], body: "{}")
        #expect(before.output.contains("SERVING_STATUS_SERVING"), "\(before.errorOutput)")
        #expect(before.output.contains("Strict-Transport-Security: max-age="))
        try other.issue().replace(issued)
        server.send(SIGHUP)
        _ = try #require(await server.nextEvent("reloaded"))
        let after = try await curl(["--cacert", other.path, check], body: "{}")
        #expect(after.output.contains("SERVING_STATUS_SERVING"), "\(after.errorOutput)")
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("A Unix socket serves a proxy, and goes with the server")
    func unixSocketsAreServed() async throws {
        let path = folder.path("web.sock")
        let (server, web) = try await start(["--web-listen", "unix://\(path)"])
        #expect(web == "unix://\(path)")
        let check = try await curl(
            ["--unix-socket", path, "http://localhost/notelet.v1.Health/Check"],
            body: "{}"
        )
        #expect(check.output.contains("SERVING_STATUS_SERVING"))
        #expect(await server.end(by: SIGTERM) == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(
        "Settings that do not go together are refused",
        arguments: [
            (["--web-listen", "https://127.0.0.1:0"], "--tls-certificate"),
            (["--web-listen", "http://0.0.0.0:0"], "--insecure"),
            (["--web-listen", "ftp://127.0.0.1:0"], "--web-listen"),
            (["--web-origin", "https://example.com/path"], "--web-origin"),
            (["--trusted-proxy", "proxy.example.com"], "--trusted-proxy"),
        ]
    )
    func settingsAreChecked(arguments: [String], word: String) async throws {
        let words = ["--store", folder.path("store"), "--check-config"] + arguments
        let run = try await ProgramRun.run("notelet-server", words)
        #expect(run.exitCode != 0 && run.errorOutput.contains(word), "\(run.errorOutput)")
    }
}
