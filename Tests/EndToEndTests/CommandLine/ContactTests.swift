import TestSupport
import Testing

/// Contacts, from none to the limit.
@Suite(.timeLimit(.minutes(2))) struct ContactTests {
    @Test("An empty list says what to do, in the person's language")
    func empty() async throws {
        let server = try await ServerProcess()
        let person = try await Person.signedUp("testuser", at: server.address)
        let korean = try await person.run("contacts", "list", setting: ["LANG": "ko_KR.UTF-8"])
        #expect(korean.output == "등록된 연락처가 없습니다\n연락처를 추가하여 쪽지를 보내보세요\n")
        let english = try await person.run("contacts", "list", "--lang", "en")
        #expect(english.output == "You have no contacts yet\nAdd a contact to send a note\n")
        #expect(try await person.json("contacts", "list")["contacts"].count == 0)
    }

    @Test("A guest is told what it can do without contacts")
    func guest() async throws {
        let server = try await ServerProcess()
        let guest = Person("guest", at: server.address)
        #expect(try await guest.run("guest").exitCode == 0)
        let list = try await guest.run("contacts", "list")
        #expect(list.exitCode == 0 && list.output.contains("A guest has no contacts"))
        #expect(try await guest.json("contacts", "list")["contacts"].count == 0)
    }

    @Test("The limit comes first, then the name; a young contact stays")
    func limit() async throws {
        let server = try await ServerProcess()
        let person = try await Person.signedUp("testuser", at: server.address)
        for name in ["친구 1", "친구 2", "친구 3", "친구 4"] {
            _ = try await person.json("contacts", "add", name)
        }
        let duplicate = try await person.run("contacts", "add", "친구 1", "--json")
        #expect(duplicate.exitCode == 1)
        #expect(
            try Document(duplicate.errorOutput)["error"]["code"].text == "duplicate_contact_name"
        )
        _ = try await person.json("contacts", "add", "홍길동", "--relationship", "친구")
        let limit = try await person.json("contacts", "limit")
        #expect(limit["current_count"].number == 5)
        #expect(limit["max_contacts"].number == 5)
        #expect(limit["can_add"].flag == false)
        let sixth = try await person.run("contacts", "add", "친구 1", "--json")
        #expect(sixth.exitCode == 1)
        let error = try Document(sixth.errorOutput)["error"]
        #expect(error["code"].text == "contact_limit_reached")
        #expect(error["fields"]["limit"].text == "5")

        let removal = try await person.run("contacts", "remove", "홍길동", "--lang", "ko")
        #expect(removal.exitCode == 1)
        #expect(
            removal.errorOutput == "notelet-cli: 아직 삭제할 수 없습니다. 3일 후 삭제 가능합니다.\n"
        )
    }

    @Test("Notes go to a contact by its name, once it is linked")
    func linked() async throws {
        let server = try await ServerProcess()
        let owner = try await Person.signedUp("testuser", at: server.address)
        let friend = try await Person.signedUp("bobby", at: server.address)
        _ = try await owner.json("contacts", "add", "홍길동")
        #expect(try await owner.run("send", "--contact", "홍길동", "hi").exitCode == 1)
        #expect(try await owner.run("send", "--contact", "nobody", "hi").exitCode == 1)
        let link = try await friend.link()
        let contact = try await owner.json("contacts", "set", "홍길동", "--link", link)["contact"]
        #expect(contact["is_linked"].flag == true)
        _ = try await owner.json("send", "--contact", "홍길동", "by name")
        _ = try await owner.json("send", "--contact", contact["id"].text, "by id")
        let history = try await owner.json("history", "홍길동")["messages"]
        #expect(history.count == 2)
        #expect(history[0]["content"].text == "by id")
        #expect(history[0]["contact_id"].text == contact["id"].text)
        #expect(try await friend.json("inbox")["messages"].count == 2)
    }

    @Test("Rows come as one document, as lines and as CSV, and are the same in each")
    func formats() async throws {
        let server = try await ServerProcess()
        let owner = try await Person.signedUp("owner", at: server.address)
        let friend = try await Person.signedUp("friend", at: server.address)
        let link = try await friend.link()
        _ = try await owner.json("contacts", "add", "홍길동", "--memo", "a, \"b\"", "--link", link)
        for text in ["첫째\n둘째, \"셋째\"", "one"] {
            _ = try await owner.json("send", "--contact", "홍길동", text)
        }
        for (command, list, record, cells) in [
            (["sent"], "messages", "message", ["id", "content", "sent_at", "receiver_name"]),
            (["contacts", "list"], "contacts", "contact", ["id", "name", "memo", "is_linked"]),
            (["blocks"], "blocks", "block", ["message_id"]),
        ] {
            let whole = try await rows(of: owner, command, as: "json")
            let short = try await ProgramRun.run(
                "notelet-cli",
                command + ["--json"],
                environment: owner.environment
            )
            #expect(whole == short.output)
            let records = try Document(whole)[list]
            let lines = try await rows(of: owner, command, as: "jsonl").split(separator: "\n")
            #expect(lines.count == records.count)
            let values = CSV(try await rows(of: owner, command, as: "csv"))
            #expect(values.rows.count == records.count)
            for (index, line) in lines.enumerated() {
                let single = try Document(String(line))[record]
                for cell in cells {
                    #expect("\(single[cell])" == "\(records[index][cell])")
                    let shown = single[cell].flag.map { "\($0)" } ?? single[cell].text
                    #expect(values.rows[index][cell] == shown)
                }
            }
        }
        let two = try await owner.run("sent", "--json", "--format", "csv")
        #expect(two.exitCode == 64 && two.output.isEmpty)
        let none = try await owner.run("whoami", "--format", "csv")
        #expect(none.exitCode == 64 && none.errorOutput.contains("--format"))
    }

    private func rows(
        of person: Person,
        _ command: [String],
        as format: String
    ) async throws -> String {
        let run = try await ProgramRun.run(
            "notelet-cli",
            command + ["--format", format],
            environment: person.environment
        )
        try #require(run.exitCode == 0, "\(run.errorOutput)")
        return run.output
    }

    @Test("Columns line up where letters are two cells wide")
    func table() async throws {
        let server = try await ServerProcess()
        let person = try await Person.signedUp("testuser", at: server.address)
        _ = try await person.json("contacts", "add", "홍길동", "--relationship", "친구")
        _ = try await person.json("contacts", "add", "Al", "--relationship", "x")
        let list = try await person.run("contacts", "list")
        let lines = list.output.split(separator: "\n").map { $0.dropFirst(38) }
        #expect(
            lines == [
                "NAME    RELATIONSHIP  LINKED  DELETION",
                "홍길동  친구          no      deletable in 3 days",
                "Al      x             no      deletable in 3 days",
            ]
        )
    }
}
