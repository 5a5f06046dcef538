import Foundation
import TestSupport
import Testing

/// The operators' page of the real server, as curl finds it; `Tests/Browser` looks at it.
@Suite(.timeLimit(.minutes(2))) struct OperatorPageTests {
    private let folder = TemporaryDirectory()
    private let list = "notelet.admin.v1.Administration/ListUsers"

    private func curl(_ arguments: [String]) async throws -> String {
        let words = ["--silent", "--max-time", "60"] + arguments
        return try await ProgramRun.run("/usr/bin/curl", words).output
    }

    /// Starts a server with the page at an address; where it turned out to be.
    private func start(
        _ address: String,
        _ arguments: [String] = []
    ) async throws -> (program: RunningProgram, page: String) {
        let (program, _) = try await startServer(
            in: folder,
            ["--admin-web-listen", address] + arguments
        )
        let line = try #require(await program.nextLine())
        let page = try #require(line.split(separator: " ").last)
        #expect(line == "admin-web \(page)")
        return (program, String(page))
    }

    @Test("Over its socket root and the server's user find the page, calls and measurements")
    func theSocketIsServed() async throws {
        let path = folder.path("page.sock")
        let (server, page) = try await start("unix://\(path)")
        #expect(page == "unix://\(path)")
        func get(_ place: String, _ words: [String] = []) async throws -> String {
            try await curl(["--unix-socket", path] + words + ["http://localhost/\(place)"])
        }
        let call = ["--header", "Content-Type: application/json", "--data", "{}"]
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try await get("", ["--include"]).contains("Content-Security-Policy: default-src"))
        #expect(try await get("assets/operator.js").contains("operator-overview.js"))
        #expect(try await get("metrics").contains("\nnotelet_ready 1\n"))
        #expect(try await get("readyz") == "ready\n")
        #expect(try await get(list, call) == "{}")
        let elsewhere = try await get(list, call + ["--header", "Host: example.com"])
        #expect(elsewhere.contains("permission_denied"))
        let publicly = try await get("notelet.v1.Health/Check", call)
        #expect(publicly.contains("unimplemented"))
        #expect(await server.end(by: SIGTERM) == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("From afar the page is for certificates of the operators' authority alone")
    func certificatesAreDemanded() async throws {
        let (authority, staff) = (CertificateAuthority(), CertificateAuthority(named: "Staff"))
        let issued = authority.issue()
        let (server, page) = try await start(
            "https://127.0.0.1:0",
            [
                "--tls-certificate", issued.certificatePath, "--tls-key", issued.keyPath,
                "--admin-tls-client-ca", staff.path,
            ]
        )
        let minji = staff.issue("minji", usage: .client)
        let stranger = authority.issue("stranger", usage: .client)
        func ask(_ path: String, as issued: CertificateAuthority.Issued?) async throws -> String {
            let shown = issued.map { ["--cert", $0.certificatePath, "--key", $0.keyPath] } ?? []
            return try await curl(["--cacert", authority.path] + shown + ["\(page)/\(path)"])
        }
        #expect(try await ask("", as: minji).contains("<title>Notelet operators</title>"))
        #expect(try await ask("readyz", as: minji) == "ready\n")
        for issued in [nil, stranger] {
            for path in ["", "metrics", "assets/app.css", list] {
                let answer = try await ask(path, as: issued)
                #expect(answer.isEmpty, "\(path): \(answer)")
            }
        }
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("What is done on the page is recorded under the name of who did it")
    func deedsAreRecorded() async throws {
        let path = folder.path("page.sock")
        let (server, _) = try await start("unix://\(path)")
        let add = "notelet.admin.v1.Administration/AddWord"
        let answer = try await curl([
            "--unix-socket", path, "--header", "Content-Type: application/json", "--data",
            #"{"word":"광고"}"#, "http://localhost/\(add)",
        ])
        #expect(answer == "{}")
        #expect(await server.end(by: SIGTERM) == 0)
        let dump = try await ProgramRun.run(
            "notelet-admin",
            ["store", "dump", "--entity", "audit", "--store", folder.path("store")]
        )
        #expect(dump.output.contains(NSUserName()), "\(dump.output)\(dump.errorOutput)")
        #expect(dump.output.contains("word add"), "\(dump.output)")
    }
}
