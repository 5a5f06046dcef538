import CommandLineInterface
import Foundation
import TestSupport
import Testing

/// What a person sees who sits at a terminal, of whatever width.
@Suite(.timeLimit(.minutes(1)))
struct TerminalTests {
    /// The lines that a command shows at a terminal of this width.
    private func lines(
        _ arguments: [String],
        of person: Person,
        columns: UInt16
    ) async throws -> [String] {
        let program = try SeatedProgram(
            "notelet-cli",
            arguments + ["--color", "never"],
            environment: person.environment,
            columns: columns
        )
        let run = await program.end()
        #expect(run.exitCode == 0, "\(run.output)")
        return run.output.split(whereSeparator: \.isNewline).map(String.init)
    }

    @Test("Tables fit, and the ids that they show are taken", arguments: [80, 40] as [UInt16])
    func tables(columns: UInt16) async throws {
        let server = try await ServerProcess()
        let receiver = try await Person.signedUp("testuser", at: server.address)
        let sender = try await Person.signedUp("홍길동아무개", at: server.address)
        let link = try await receiver.link()
        let text = "오늘 발표 정말 멋졌어요! 다음에도 꼭 들으러 갈게요. See you there, and thank you."
        for number in 1...3 {
            _ = try await sender.json("send", "--signed", "--link", link, "\(number) \(text)")
        }
        _ = try await receiver.json("contacts", "add", "아주아주 긴 이름의 사람")
        for command in [["inbox"], ["contacts", "list"], ["inbox", "--lang", "ko"]] {
            let lines = try await lines(command, of: receiver, columns: columns)
            for line in lines { #expect(line.cellWidth <= columns, "\(line)") }
        }
        let inbox = try await lines(["inbox"], of: receiver, columns: columns)
        let newest = try #require(inbox.first { $0.contains("│") && !$0.contains("ID") })
        let cells = newest.split(separator: "│").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(cells[0].count == 8 && cells.last?.hasPrefix("3 오늘") == true)
        let shown = try await receiver.json("show", cells[0])
        #expect(shown["message"]["id"].text.hasPrefix(cells[0]))
        _ = try await receiver.json("answer", cells[0].uppercased(), "고마워요")
        _ = try await receiver.json("block", String(cells[0].prefix(6)))
        let blocks = try await lines(["blocks"], of: receiver, columns: columns)
        for line in blocks { #expect(line.cellWidth <= columns) }
        let contact = try await receiver.json("contacts", "list")["contacts"][0]["id"].text
        let set = try await receiver.run(
            "contacts",
            "set",
            String(contact.prefix(5)),
            "--memo",
            "m"
        )
        #expect(set.exitCode == 0, "\(set.errorOutput)")
    }

    @Test("The beginning of no note, and of several, is refused")
    func beginnings() async throws {
        let server = try await ServerProcess()
        let receiver = try await Person.signedUp("testuser", at: server.address)
        let link = try await receiver.link()
        #expect(try await receiver.run("show", "0000").exitCode == 1)
        // Enough notes that two of their ids share four digits is too many: three are refused.
        #expect(try await receiver.run("show", "000").exitCode == 64)
        let sender = try await Person.signedUp("bobby", at: server.address)
        _ = try await sender.json("send", "--link", link, "hello")
        let sent = try await sender.json("sent")["messages"][0]["id"].text
        let whole = try await sender.json("show", String(sent.prefix(13)))
        #expect(whole["message"]["id"].text == sent)
        // A receiver does not know the sender's id.
        #expect(try await receiver.run("show", String(sent.prefix(13))).exitCode == 1)
    }

    @Test("The rule for passwords is told first, the current one is checked before a new one")
    func passwords() async throws {
        let server = try await ServerProcess()
        let person = try await Person.signedUp("testuser", at: server.address)
        var environment = person.environment
        environment["NOTELET_PASSWORD"] = nil
        let slip = try SeatedProgram("notelet-cli", ["password"], environment: environment)
        slip.answer("Password: ", with: "not the right one at all")
        let refused = await slip.end()
        #expect(refused.exitCode == 77)
        #expect(!refused.output.contains("New password"))

        let program = try SeatedProgram("notelet-cli", ["password"], environment: environment)
        program.answer("Password: ", with: Person.password)
        let rule = program.answer("New password: ", with: "another good long password")
        #expect(rule.contains("15 characters or more"))
        program.answer("New password again: ", with: "another good long password")
        let changed = await program.end()
        #expect(changed.exitCode == 0 && changed.output.contains("The password is changed."))
        // Whoever only checks leaves no session.
        #expect(try await person.run("whoami").exitCode == 0)
    }
}
