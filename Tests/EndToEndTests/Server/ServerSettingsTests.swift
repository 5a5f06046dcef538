import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ServerSettingsTests {
    @Test
    func whatWonIsShownWithWhereItComesFrom() async throws {
        let folder = TemporaryDirectory()
        let path = folder.path("notelet.conf")
        try "store = /from/file\ndrain-time = 7s\nmap-size = 1GiB\n"
            .write(toFile: path, atomically: true, encoding: .utf8)
        let environment = ["NOTELET_CONFIG": path, "NOTELET_DRAIN_TIME": "8s"]
        let words = ["config", "show", "--store", "/from/flag"]
        let table = try await run(words + ["--origin"], environment)
        let rows = table.output.split(separator: "\n").map { line in
            line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        #expect(rows.contains(["store", "/from/flag", "command line"]))
        #expect(rows.contains(["drain-time", "8s", "environment NOTELET_DRAIN_TIME"]))
        #expect(rows.contains(["map-size", "1GiB", "file \(path):3"]))
        #expect(rows.contains(["log-level", "info", "default"]))

        let json = try Document(try await run(words + ["--json"], environment).output)
        #expect(json["version"].number == 1)
        let store = try #require(
            (0..<rows.count).map { json["settings"][$0] }.first { $0["name"].text == "store" }
        )
        #expect(store["values"][0].text == "/from/flag")
        #expect(store["origin"].text == "command line")
        #expect(store["environment"].text == "NOTELET_STORE")

        // What is shown can be used, and shows what counts in sections.
        try (String(contentsOfFile: path, encoding: .utf8) + "[app letters]\nstore = /letters\n")
            .write(toFile: path, atomically: true, encoding: .utf8)
        let shown = try await run(words, environment).output
        let section = shown.split(separator: "[app letters]\n").last ?? ""
        let links = "https://app.anonymous-message.com/letters/receive/"
        #expect(section.contains("store = /letters\n") && section.contains("map-size = 1GiB\n"))
        #expect(section.contains("link-base = \(links)\n") && section.contains("# key-file =\n"))
        try shown.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try await run(["config", "show", "--config", path]).output == shown)
    }

    @Test(
        arguments: [
            (["--store", "s"], 0, nil),
            ([], 78, "--store must be given"),
            (["--config", "/nowhere"], 78, "/nowhere cannot be read: No such file"),
            (["--store", "s", "--listen", "tcp://0.0.0.0:1"], 78, "give --insecure"),
            (["--store", "s", "--link-base", "http://a"], 78, "does not end with '/'"),
            (["--store", "s", "--write-buffer", "1"], 78, "--write-buffer must be from"),
            (["--store", "s", "--map-size", "5MiB"], 78, "must be 134217728 at least, 4 times"),
            (["--store", "s", "--erasure-time", "0s"], 64, "from 1h to 36500d"),
            (["--store", "s", "--reserve", "1MiB"], 78, "--reserve must be 4MiB at least"),
            (["--store", "s", "--reserve", "17GiB"], 78, "or less to the reserve"),
            (["--stor", "s"], 64, "did you mean '--store'?"),
            (["--store", "s", "--drain-time", "x"], 64, "such as 250ms"),
        ]
    )
    func aConfigurationIsChecked(words: [String], exitCode: Int32, hint: String?) async throws {
        let run = try await run(["--check-config"] + words)
        #expect(run.exitCode == exitCode)
        #expect(run.output == (exitCode == 0 ? "The configuration is right.\n" : ""))
        #expect(hint.map { run.errorOutput.contains($0) } ?? run.errorOutput.isEmpty)
        #expect(run.errorOutput.split(separator: "\n").count == (exitCode == 0 ? 0 : 1))
    }

    @Test(
        arguments: [
            ("accounts", nil), ("accounts, notes", nil), ("", "--features lacks accounts"),
            ("accounts,nots", "--features names 'nots', and there is no such feature"),
            ("notes", "--features lacks accounts, which the others need"),
        ] as [(String, String?)]
    )
    func featuresAreNamed(names: String, problem: String?) async throws {
        let words = ["--check-config", "--store", "s", "--features", names]
        let run = try await run(words)
        #expect(run.exitCode == (problem == nil ? 0 : 78))
        #expect(problem.map { run.errorOutput.contains($0) } ?? run.errorOutput.isEmpty)
    }

    @Test
    func aMisspeltVariableIsNamed() async throws {
        let run = try await run(["--check-config"], ["NOTELET_STOER": "s"])
        #expect(run.exitCode == 78)
        #expect(run.errorOutput.contains("'NOTELET_STOER'"))
        #expect(run.errorOutput.contains("did you mean 'NOTELET_STORE'?"))
    }

    @Test
    func theRightsOfPublicSocketsAreASetting() async throws {
        let folder = TemporaryDirectory()
        let sockets = ["public", "admin"].map { folder.path($0) }
        let words = [
            "--listen", "unix://" + sockets[0], "--admin-listen", "unix://" + sockets[1],
            "--socket-mode", "660",
        ]
        let (server, _) = try await startServer(in: folder, words)
        let modes = try sockets.map { path in
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(modes == [0o660, 0o600])
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test
    func anAddressThatIsTakenIsRefusedInOneLine() async throws {
        let folder = TemporaryDirectory()
        let (server, address) = try await startServer(in: folder)
        let words = ["--store", folder.path("store"), "--listen", address]
        let plain = try await run(words)
        #expect(plain.exitCode == 69 && plain.output.isEmpty)
        #expect(
            plain.errorOutput.split(separator: "\n").last?.hasPrefix(
                "notelet-server: The server cannot listen on \(address): "
            ) == true
        )
        let json = try await run(words + ["--log-format", "json"])
        #expect(json.exitCode == 69)
        let last = try Document(String(json.errorOutput.split(separator: "\n").last ?? ""))
        #expect(last["event"].text == "failed")
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test(
        "Why a server did not start is one line of JSON where its log is",
        arguments: [
            (["--listen", "tcp://0.0.0.0:1"], 78, "--insecure"),
            (["--link-base", "http://a"], 78, "--link-base"),
            (["--listen", "tls://127.0.0.1:0", "--tls-certificate", "/nowhere"], 78, "/nowhere"),
            (["--metrics-listen", "http://192.0.2.1:1", "--insecure"], 69, "192.0.2.1"),
            (["--log-archive", "/nowhere/archive"], 74, "/nowhere/archive"),
            (["--check-config", "--write-buffer", "1"], 78, "--write-buffer"),
        ]
    )
    func startErrors(words: [String], exitCode: Int32, hint: String) async throws {
        let folder = TemporaryDirectory()
        let options = ["--store", folder.path("store"), "--listen", "tcp://127.0.0.1:0"] + words
        let text = try await run(options)
        #expect(text.exitCode == exitCode && text.output.isEmpty)
        #expect(text.errorOutput.split(separator: "\n").last?.hasPrefix("notelet-server: ") == true)
        let json = try await run(options + ["--log-format", "json"])
        #expect(json.exitCode == exitCode && json.output.isEmpty)
        let lines = json.errorOutput.split(separator: "\n")
        let events = try lines.map { try Document(String($0)) }
        #expect(events.count { $0["event"].text == "failed" } == 1)
        #expect(events.last?["event"].text == "failed")
        #expect(events.last?["reason"].text.contains(hint) == true, "\(json.errorOutput)")
    }

    @Test("A key that is none is told in the log's form, too")
    func unreadableKey() async throws {
        let folder = TemporaryDirectory()
        try "no key".write(
            toFile: folder.path("store.key"),
            atomically: true,
            encoding: .utf8
        )
        let words = ["--store", folder.path("store"), "--listen", "tcp://127.0.0.1:0"]
        let json = try await run(words + ["--log-format", "json"])
        #expect(json.exitCode != 0)
        let event = try Document(json.errorOutput)
        #expect(event["event"].text == "failed")
        #expect(event["reason"].text.contains("store.key"))
    }

    private func run(
        _ words: [String],
        _ environment: [String: String] = [:]
    ) async throws -> ProgramRun {
        try await ProgramRun.run("notelet-server", words, environment: environment)
    }
}
