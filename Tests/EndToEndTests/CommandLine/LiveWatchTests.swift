import Glibc
import TestSupport
import Testing

/// `watch` at a terminal, while others write and servers die.
@Suite(.timeLimit(.minutes(2))) struct LiveWatchTests {
    @Test("A watch shows what happens, through a killed server, once")
    func restart() async throws {
        let server = try await ServerProcess()
        let receiver = try await Person.signedUp("testuser", at: server.address)
        let sender = try await Person.signedUp("bobby", at: server.address)
        let link = try await receiver.link()
        _ = try await sender.json("send", "--link", link, "before")
        let watch = try await receiver.watch()
        _ = try await sender.json("send", "--link", link, "first")
        #expect(try await content(of: watch) == "first")
        try await server.restart(SIGKILL)
        #expect(await watch.nextErrorLine() == "The connection is lost; trying to connect again.")
        #expect(await watch.nextErrorLine() == "Connected again; nothing was missed.")
        _ = try await sender.json("send", "--link", link, "second")
        #expect(try await content(of: watch) == "second")
        _ = try await sender.json("send", "--link", link, "third")
        #expect(try await content(of: watch) == "third")
        #expect(await watch.end(by: SIGINT) == 130)
    }

    @Test("A program is told of the loss and of the return as well")
    func restartUnderProgram() async throws {
        let server = try await ServerProcess()
        let receiver = try await Person.signedUp("testuser", at: server.address)
        let sender = try await Person.signedUp("bobby", at: server.address)
        let link = try await receiver.link()
        let watch = try RunningProgram(
            "notelet-cli",
            ["watch", "--from-start", "--json"],
            environment: receiver.environment
        )
        _ = try await sender.json("send", "--link", link, "first")
        while let line = await watch.nextLine(), !line.contains("first") {}
        try await server.restart(SIGKILL)
        #expect(await watch.nextErrorLine() == #"{"connection":"lost"}"#)
        #expect(await watch.nextErrorLine() == #"{"connection":"restored"}"#)
        #expect(await watch.end(by: SIGINT) == 130)
    }

    @Test("A watch ends when its session does")
    func logOut() async throws {
        let server = try await ServerProcess()
        let person = try await Person.signedUp("testuser", at: server.address)
        let watch = try await person.watch()
        _ = try await person.json("logout")
        #expect(await watch.waitForEnd() == 77)
    }

    @Test("A watch goes on from the cursor that an earlier one told")
    func cursor() async throws {
        let server = try await ServerProcess()
        let person = try await Person.signedUp("testuser", at: server.address)
        _ = try await person.json("contacts", "add", "first")
        let all = try await person.run("watch", "--once", "--json")
        let lines = all.output.split(separator: "\n")
        #expect(lines.count == 2)
        let last = try Document(String(lines.last ?? ""))
        #expect(last["event"].text == "contact")
        let cursor = last["cursor"].text
        let nothing = try await person.run("watch", "--once", "--json", "--cursor", cursor)
        #expect(nothing.output.isEmpty)
        _ = try await person.json("contacts", "add", "second")
        let rest = try await person.run("watch", "--once", "--json", "--cursor", cursor)
        #expect(try Document(rest.output)["contact"]["name"].text == "second")
        let foreign = try await person.run("watch", "--once", "--cursor", "00ff")
        #expect(foreign.exitCode == 1)
        #expect(try await person.run("watch", "--cursor", "xyz").exitCode == 64)
    }

    /// The text of the next note that a watch prints: who, when, text, an empty line.
    private func content(of watch: RunningProgram) async throws -> String? {
        let who = try #require(await watch.nextLine())
        #expect(who == "From: 익명")
        _ = await watch.nextLine()
        let content = await watch.nextLine()
        #expect(await watch.nextLine() == "")
        return content
    }
}
