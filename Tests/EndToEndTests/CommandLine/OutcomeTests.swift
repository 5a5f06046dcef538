import Foundation
import TestSupport
import Testing

/// How commands end: exit codes, errors, documents, and what is kept in files.
@Suite(.timeLimit(.minutes(2))) struct OutcomeTests {
    @Test(
        "A wrong command line ends with 64 and says what is right",
        arguments: [
            (["contacs"], "did you mean 'contacts'"), (["inbox", "--page-size", "0"], "1 to 500"),
            (["inbox", "--page-size", "501"], "1 to 500"), (["inbox", "--nope"], "--nope"),
            (["send", "hi"], "--link LINK or --contact"), (["show", "12"], "is not an id"),
            (["login"], "--email"), (["--server", "http://x", "ping"], "an address like"),
            (["report", "00010203-0405-0607-0809-0a0b0c0d0eff", "--reason", "dull"], "one of"),
            (["send", "--link", "a", "--contact", "b", "hi"], "either"), ([], "a command"),
            (["login", "--email", "a@b.example", "--password", "secret"], "--password"),
            (["profile", "set"], "--username, --image-url, --senders"),
            (["contacts", "set", "bobby"], "--name, --relationship, --memo, --link"),
        ]
    )
    func usage(arguments: [String], hint: String) async throws {
        let run = try await ProgramRun.run("notelet-cli", arguments)
        #expect(run.exitCode == 64)
        #expect(run.output.isEmpty)
        #expect(run.errorOutput.contains(hint), "\(run.errorOutput)")
        #expect(run.errorOutput.split(separator: "\n").count == 1)
        let json = try await ProgramRun.run("notelet-cli", ["--json"] + arguments)
        #expect(json.exitCode == 64)
        let error = try Document(json.errorOutput)["error"]
        #expect(error["code"].text == "usage")
        #expect(error["message"].text.contains(hint), "\(json.errorOutput)")
    }

    @Test("Help and version need no server", arguments: [["--help"], ["send", "--help"]])
    func help(arguments: [String]) async throws {
        let run = try await ProgramRun.run("notelet-cli", arguments)
        #expect(run.exitCode == 0)
        #expect(run.output.contains("Usage: notelet-cli"))
        let version = try await ProgramRun.run("notelet-cli", ["--version"])
        #expect(version.output == "notelet-cli 0.1.0\n")
    }

    @Test("A server out of reach ends with 69, as text and as a document")
    func unreachable() async throws {
        let person = Person("testuser", at: "unix:///nowhere/notelet.sock")
        let run = try await person.run("ping")
        #expect(run.exitCode == 69)
        #expect(run.errorOutput.contains("unix:///nowhere/notelet.sock"))
        #expect(run.errorOutput.contains("name another one with --server"))
        let json = try await person.run("ping", "--json")
        #expect(json.exitCode == 69)
        #expect(try Document(json.errorOutput)["error"]["code"].text == "unreachable")
    }

    @Test("What a server does not offer is a refusal, which says so in the language asked for")
    func featureOff() async throws {
        let server = try await ServerProcess(arguments: ["--features", "accounts"])
        let person = try await Person.signedUp("testuser", at: server.address)
        #expect(try await person.run("ping").exitCode == 0)
        let english = try await person.run("inbox", "--lang", "en")
        #expect(english.exitCode == 1)
        #expect(english.errorOutput.contains("This server does not offer notes."))
        #expect(english.errorOutput.contains("default app that was asked; ?app=NAME"))
        let address = "\(server.address)?app=default"
        let named = try await Person.signedUp("other", at: address).run("inbox", "--lang", "en")
        #expect(named.errorOutput.contains("the app default that was asked"), "\(named)")
        let korean = try await person.run("inbox", "--lang", "ko")
        #expect(korean.errorOutput.contains("이 서버는 notes 기능을 제공하지 않습니다."))
        #expect(korean.errorOutput.contains("기본 앱"))
        let json = try Document(try await person.run("inbox", "--json").errorOutput)
        #expect(json["error"]["code"].text == "feature_off")
    }

    @Test("Nobody signed in, and a wrong password, end with 77")
    func authentication() async throws {
        let server = try await ServerProcess()
        let person = try await Person.signedUp("testuser", at: server.address)
        let stranger = Person("stranger", at: server.address)
        #expect(try await stranger.run("inbox").exitCode == 77)
        let json = try await stranger.run("inbox", "--json")
        #expect(try Document(json.errorOutput)["error"]["code"].text == "not_authenticated")
        let wrong = try await stranger.run(
            "login",
            "--email",
            person.email,
            "--lang",
            "ko",
            setting: ["NOTELET_PASSWORD": "not the right one at all"]
        )
        #expect(wrong.exitCode == 77)
        #expect(wrong.errorOutput.contains("이메일, 사용자 이름 또는 비밀번호가 올바르지 않습니다"))
        let taken = try await stranger.run(
            "signup",
            "--username",
            "TestUser",
            "--email",
            "x@mail.example.com",
            "--json"
        )
        #expect(taken.exitCode == 1)
        #expect(try Document(taken.errorOutput)["error"]["code"].text == "username_taken")
    }

    @Test("The session file is its owner's alone, and no longer used once others could read it")
    func sessionFile() async throws {
        let server = try await ServerProcess()
        let person = try await Person.signedUp("testuser", at: server.address)
        let files = FileManager.default
        let mode = try files.attributesOfItem(atPath: person.sessionPath)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: person.sessionPath)
        let run = try await person.run("whoami")
        #expect(run.exitCode == 74)
        #expect(run.errorOutput.contains("chmod 600"))
        let home = try await person.run(
            "guest",
            setting: [
                "NOTELET_SESSION": "~/.config/notelet/session.json", "HOME": person.folder.path,
            ]
        )
        #expect(home.exitCode == 0)
        #expect(files.fileExists(atPath: person.folder.path(".config/notelet/session.json")))
    }

    @Test("No account is opened whose session could not be kept")
    func unwritableSession() async throws {
        let server = try await ServerProcess()
        let person = Person("testuser", at: server.address)
        let arguments = ["signup", "--username", person.name, "--email", person.email]
        for (path, reason) in [
            ("/nowhere/s.json", "/nowhere of the session file does not exist"),
            ("/proc/s.json", "cannot"),
        ] {
            var environment = person.environment
            environment["NOTELET_SESSION"] = path
            let run = try await ProgramRun.run("notelet-cli", arguments, environment: environment)
            #expect(run.exitCode == 74)
            #expect(run.errorOutput.contains(reason), "\(run.errorOutput)")
            #expect(run.errorOutput.contains("--session"), "\(run.errorOutput)")
            #expect(run.errorOutput.split(separator: "\n").count == 1)
        }
        #expect(!FileManager.default.fileExists(atPath: "/nowhere"))
        let login = try await person.run("login", "--email", person.email)
        #expect(login.exitCode == 77, "\(login.errorOutput)")
    }

    @Test("Documents keep their form: members in order, ids and times as promised")
    func documents() async throws {
        let server = try await ServerProcess()
        let person = try await Person.signedUp("testuser", at: server.address)
        _ = try await person.json("contacts", "add", "홍길동", "--relationship", "친구")
        let list = try await person.run("contacts", "list", "--json")
        let id = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
        let time = #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z"#
        let form =
            #"\{"version":1,"contacts":\[\{"id":"\#(id)","name":"홍길동","relationship":"친구","#
            + #""memo":null,"registered_at":"\#(time)","deletable_at":"\#(time)","#
            + #""remaining_lock_days":3,"is_linked":false\}\]\}\n"#
        #expect(try Regex(form).wholeMatch(in: list.output) != nil, "\(list.output)")
        let ping = try await person.json("ping")
        #expect(ping["status"].text == "serving")
        let again = try await person.run("contacts", "list", "--json")
        #expect(again.output == list.output)
    }

    @Test("A stranger's text cannot command a terminal")
    func escapes() async throws {
        let server = try await ServerProcess()
        let receiver = try await Person.signedUp("testuser", at: server.address)
        let sender = try await Person.signedUp("bobby", at: server.address)
        let text = "\u{1B}]0;title\u{07}\u{1B}[31mred\u{9B}2J \u{202E}olleh"
        let link = try await receiver.link()
        _ = try await sender.json("send", "--link", link, text)
        let note = try await receiver.json("inbox")["messages"][0]
        #expect(note["content"].text == text)
        for arguments in [["inbox"], ["show", note["id"].text], ["watch", "--once"]] {
            let run = try await ProgramRun.run(
                "notelet-cli",
                arguments,
                environment: receiver.environment
            )
            #expect(run.output.contains("red"))
            let unsafe: Set<Unicode.Scalar> = ["\u{1B}", "\u{07}", "\u{9B}", "\u{202E}"]
            #expect(run.output.unicodeScalars.allSatisfy { !unsafe.contains($0) })
        }
    }

    @Test("Colour is written only where it is asked for")
    func color() async throws {
        let server = try await ServerProcess()
        let person = try await Person.signedUp("testuser", at: server.address)
        #expect(try await !person.run("whoami").output.contains("\u{1B}"))
        #expect(try await person.run("whoami", "--color", "always").output.contains("\u{1B}[2m"))
        #expect(try await !person.run("whoami", "--color", "never").output.contains("\u{1B}"))
    }

    @Test("A long list comes page by page, and whole with --all")
    func pages() async throws {
        let server = try await ServerProcess()
        let receiver = try await Person.signedUp("testuser", at: server.address)
        let sender = try await Person.signedUp("bobby", at: server.address)
        let link = try await receiver.link()
        for number in 1...5 { _ = try await sender.json("send", "--link", link, "\(number)") }
        let page = try await receiver.json("inbox", "--page-size", "2")
        #expect(page["messages"].count == 2)
        #expect(page["messages"][0]["content"].text == "5")
        #expect(page["is_complete"].flag == false)
        let whole = try await receiver.json("inbox", "--page-size", "2", "--all")
        #expect(whole["messages"].count == 5)
        #expect(whole["is_complete"].flag == true)
        let text = try await receiver.run("inbox", "--page-size", "2")
        #expect(text.errorOutput == "There are more; --all shows them.\n")
    }
}
