import Foundation
import Glibc
import TestSupport
import Testing

/// Which server a person's client speaks to, and what it says of one that does not answer.
@Suite(.timeLimit(.minutes(1)))
struct ServerPlaceTests {
    /// Runs a command that is told nothing but its session.
    private func run(_ person: Person, _ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(
            "notelet-cli",
            arguments,
            environment: ["NOTELET_SESSION": person.sessionPath, "LANG": "C"]
        )
    }

    @Test("A session remembers its server and whom it was trusted by")
    func remembers() async throws {
        let authority = CertificateAuthority()
        let issued = authority.issue()
        let server = try await ServerProcess(
            at: "tls://127.0.0.1:0",
            arguments: [
                "--tls-certificate", issued.certificatePath, "--tls-key", issued.keyPath,
                "--shared-address",
            ]
        )
        let person = Person("testuser", at: server.address)
        let signUp = try await person.run(
            "signup",
            "--username",
            "testuser",
            "--email",
            person.email,
            "--ca-file",
            authority.path
        )
        #expect(signUp.exitCode == 0, "\(signUp.errorOutput)")
        let whoAmI = try await run(person, "whoami")
        #expect(whoAmI.exitCode == 0 && whoAmI.output.contains("testuser"), "\(whoAmI.errorOutput)")

        // Whoever names another server gets that one, without the session and its authority.
        let other = try await ServerProcess()
        let ping = try await run(person, "ping", "--server", other.address)
        #expect(ping.output.hasPrefix(other.address))
        let stranger = try await run(person, "inbox", "--server", other.address)
        #expect(stranger.exitCode == 77)
        let another = try await ServerProcess(
            at: "tls://127.0.0.1:0",
            arguments: [
                "--tls-certificate", issued.certificatePath, "--tls-key", issued.keyPath,
            ]
        )
        #expect(try await run(person, "ping", "--server", another.address).exitCode == 76)
        #expect(try await run(person, "logout").exitCode == 0)
        #expect(!FileManager.default.fileExists(atPath: person.sessionPath))
    }

    @Test(
        "A server that takes calls and never answers is named",
        arguments: ["en", "ko"],
        [["ping"], ["watch", "--once"]]
    )
    func silence(language: String, command: [String]) async throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutableBytes(of: &address) { bytes in
            try bytes.withMemoryRebound(to: sockaddr.self) { raw in
                try #require(bind(listener, raw.baseAddress, length) == 0)
                try #require(listen(listener, 8) == 0)
                try #require(getsockname(listener, raw.baseAddress, &length) == 0)
            }
        }
        let name = "tcp://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        let arguments = ["--server", name, "--timeout", "300ms", "--lang", language]
        let run = try await ProgramRun.run("notelet-cli", command + arguments)
        #expect(run.exitCode == 75)
        #expect(run.errorOutput.contains(name) && run.errorOutput.contains("300ms"))
        #expect(run.errorOutput.contains("tls://") && run.errorOutput.contains("--timeout"))
        #expect(run.errorOutput.contains(language == "en" ? "did not answer" : "응답하지"))
        #expect(run.errorOutput.split(separator: "\n").count == 1)
    }

    @Test("Whoever chose Korean reads Korean when the server is out of reach")
    func korean() async throws {
        let arguments = ["ping", "--server", "unix:///nowhere/x.sock"]
        let environments = [["LANG": "ko_KR.UTF-8"], ["LC_ALL": "ko_KR.UTF-8", "LANG": "C"]]
        for environment in environments {
            let run = try await ProgramRun.run("notelet-cli", arguments, environment: environment)
            #expect(run.exitCode == 69)
            #expect(run.errorOutput.contains("서버에 연결할 수 없습니다"))
            #expect(run.errorOutput.contains("(unix:///nowhere/x.sock: 파일이나 폴더가 없습니다)"))
        }
    }

    @Test(
        "Whoever chose Korean reads Korean when the command line is wrong",
        arguments: [
            (["inbax"], "'inbax' 명령은 없습니다. 'inbox'을(를) 쓰려고 했습니까?"),
            (["inbox", "--limt"], "'--limt' 옵션은 없습니다. '--limit'"),
            (["inbox", "--limit", "x"], "'x'은(는) --limit에 쓸 수 없는 값입니다."),
            (["show", "zz"], "'zz'은(는) ID에 쓸 수 없는 값입니다. 쓸 수 있는 것: 0b8e5a2c"),
            (["report", "0000", "--reason", "dull"], "harassment, sexual-content"),
            (["inbox", "--limit"], "--limit에는 값이 필요합니다."),
            (["answer"], "ID을(를) 지정해야 합니다."), (["send", "a"], "누구에게 보낼지"),
            (["ping", "x"], "'x'은(는) 남는 인수입니다."), ([], "명령을 지정해야 합니다."),
            (["ping", "--json=x"], "값을 받지 않습니다"),
            (["ping", "--lang", "ko", "--server", "--json"], "'--json'은(는) 옵션입니다"),
        ]
    )
    func koreanUsage(arguments: [String], text: String) async throws {
        let run = try await ProgramRun.run(
            "notelet-cli",
            arguments,
            environment: ["LANG": "ko_KR.UTF-8"]
        )
        #expect(run.exitCode == 64)
        #expect(run.errorOutput.contains(text), "\(run.errorOutput)")
        #expect(run.errorOutput.split(separator: "\n").count == 1)
        let english = try await ProgramRun.run("notelet-cli", ["--lang", "en"] + arguments)
        #expect(english.errorOutput.utf8.allSatisfy { $0 < 0x80 } || arguments.contains("ko"))
    }

    @Test("Whoever chose Korean reads help in Korean, and the manual page in English")
    func koreanHelp() async throws {
        let environment = ["LANG": "ko_KR.UTF-8", "COLUMNS": "80"]
        for arguments in [["--help"], ["send", "--help"], ["help", "contacts", "add"]] {
            let run = try await ProgramRun.run("notelet-cli", arguments, environment: environment)
            #expect(run.exitCode == 0 && run.output.contains("사용법: notelet-cli"))
            let english = try await ProgramRun.run(
                "notelet-cli",
                arguments + ["--lang", "en"],
                environment: environment
            )
            #expect(english.output.contains("Usage: notelet-cli"))
        }
        let manual = ["--man-page"]
        let page = try await ProgramRun.run("notelet-cli", manual, environment: environment)
        #expect(page.output.utf8.allSatisfy { $0 < 0x80 } && page.output.contains(".SH OPTIONS"))
        let server = try await ProgramRun.run(
            "notelet-server",
            ["--help"],
            environment: environment
        )
        #expect(server.output.contains("Usage: notelet-server"))
        #expect(server.output.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("An argument that is no text is refused, as it is on standard input")
    func argumentsAreText() async throws {
        let program = ProgramRun.path(ofProduct: "notelet-cli")
        let script = "exec '\(program)' send --link x \"$(printf 'caf\\351')\""
        let run = try await ProgramRun.run("/bin/sh", ["-c", script])
        #expect(run.exitCode == 65)
        #expect(run.errorOutput.contains("number 4, is not UTF-8 text"), "\(run.errorOutput)")
    }

    @Test("A limit is how many notes are shown, over pages too")
    func limit() async throws {
        let server = try await ServerProcess()
        let receiver = try await Person.signedUp("testuser", at: server.address)
        let sender = try await Person.signedUp("bobby", at: server.address)
        let link = try await receiver.link()
        for number in 1...5 { _ = try await sender.json("send", "--link", link, "\(number)") }
        for (limit, complete) in [(3, false), (5, true), (9, true)] {
            let page = try await receiver.json("inbox", "--page-size", "2", "--limit", "\(limit)")
            #expect(page["messages"].count == min(limit, 5))
            #expect(page["is_complete"].flag == complete)
        }
        let text = try await receiver.run("inbox", "--limit", "2")
        #expect(text.errorOutput == "")
    }
}
