import Glibc
import TestSupport
import Testing

/// Items of collections: an operator makes one, people fill it, and see it change.
@Suite(.timeLimit(.minutes(2))) struct ItemTests {
    private static let offering = ["--features", "accounts,notes,items"]

    @Test("An item is made, found, read and deleted by who made it", .timeLimit(.minutes(1)))
    func lifeOfAnItem() async throws {
        let desk = try await AdminDesk(arguments: Self.offering)
        let made = try await desk.run("item", "collection", "add", "news", "--json")
        #expect(try Document(made.output)["collection"]["name"].text == "news", "\(made)")
        let person = try await Person.signedUp("testuser", at: desk.server.address)
        let other = try await Person.signedUp("bobby", at: desk.server.address)

        let item = try await person.json("items", "create", "news", "First", "Hello")["item"]
        #expect(item["title"].text == "First" && item["payload"].text == "SGVsbG8=")
        _ = try await other.json("items", "create", "news", "Second")
        let list = try await other.json("items", "list", "news")["items"]
        #expect(list.count == 2 && list[0]["title"].text == "Second")
        #expect(list[1]["id"].text == item["id"].text)
        let newest = try await other.json("items", "list", "news", "--limit", "1")["items"]
        #expect(newest.count == 1 && newest[0]["title"].text == "Second")

        // By the beginning of the id, as a table shows it.
        let beginning = String(item["id"].text.prefix(13))
        let shown = try await other.run("items", "show", "news", beginning)
        #expect(shown.exitCode == 0 && shown.output.hasSuffix("\nHello\n"), "\(shown)")
        let refused = try await other.run("items", "delete", "news", beginning, "--json")
        #expect(refused.exitCode == 1)
        #expect(try Document(refused.errorOutput)["error"]["code"].text == "not_your_item")
        // A whole id is looked for in no other collection either.
        _ = try await desk.run("item", "collection", "add", "other")
        for command in ["show", "delete"] {
            let missed = try await person.run("items", command, "other", item["id"].text)
            #expect(missed.exitCode == 1 && missed.output.isEmpty, "\(missed)")
        }
        _ = try await person.json("items", "delete", "news", beginning)
        #expect(try await other.json("items", "list", "news")["items"].count == 1)
        #expect(await desk.server.stop() == 0)
    }

    @Test("Both programs say that a server does not offer items")
    func notOffered() async throws {
        let desk = try await AdminDesk()
        let asked = try await desk.run("item", "collection", "list")
        #expect(asked.exitCode == 1 && !asked.errorOutput.contains("listener"), "\(asked)")
        #expect(asked.errorOutput.contains("does not offer items"), "\(asked)")
        #expect(asked.errorOutput.contains("its default app that was asked; --app"), "\(asked)")
        let named = try await desk.run("item", "collection", "list", "--app", "default")
        #expect(named.errorOutput.contains("the app default that was asked"), "\(named)")
        let person = try await Person.signedUp("testuser", at: desk.server.address)
        for command in ["list", "watch"] {
            let refused = try await person.run("items", command, "news")
            #expect(refused.exitCode != 0, "\(refused)")
            #expect(refused.errorOutput.contains("does not offer items"), "\(refused)")
        }
        #expect(await desk.server.stop() == 0)
    }

    @Test("Content from standard input need not be text, and is refused where it is too large")
    func content() async throws {
        let desk = try await AdminDesk(arguments: Self.offering)
        _ = try await desk.run("item", "collection", "add", "news")
        let person = try await Person.signedUp("testuser", at: desk.server.address)
        let whole = String(repeating: "x", count: 65_536)
        let kept = try await person.run("items", "create", "news", "Large", "-", input: whole)
        #expect(kept.exitCode == 0, "\(kept.errorOutput)")
        let over = try await person.run("items", "create", "news", "Over", "-", input: whole + "x")
        #expect(over.exitCode == 1 && over.errorOutput.contains("65536"), "\(over.errorOutput)")
        #expect(await desk.server.stop() == 0)
    }

    @Test("A watch prints the whole collection after each change, and ends with the collection")
    func watching() async throws {
        let desk = try await AdminDesk(arguments: Self.offering)
        _ = try await desk.run("item", "collection", "add", "news")
        let person = try await Person.signedUp("testuser", at: desk.server.address)
        let first = try await person.json("items", "create", "news", "First")["item"]["id"].text
        let watch = try RunningProgram(
            "notelet-cli",
            ["items", "watch", "news", "--json"],
            environment: person.environment
        )
        #expect(try await titles(watch) == ["First"])
        _ = try await person.json("items", "create", "news", "Second")
        #expect(try await titles(watch) == ["Second", "First"])
        let removed = try await desk.run("item", "remove", first, "--reason", "spam", "--yes")
        #expect(removed.exitCode == 0, "\(removed.errorOutput)")
        #expect(try await titles(watch) == ["Second"])
        try await desk.server.restart(SIGKILL)
        _ = try await person.json("items", "create", "news", "Third")
        #expect(try await titles(watch) == ["Third", "Second"])
        let taken = try await desk.run("item", "collection", "remove", "news", "--yes")
        #expect(taken.exitCode == 0, "\(taken.errorOutput)")
        #expect(await watch.waitForEnd() == 0)
        #expect(await desk.server.stop() == 0)
    }

    @Test("An operator sees the collections, and is told what is not there or there already")
    func collections() async throws {
        let desk = try await AdminDesk(arguments: Self.offering)
        for name in ["news", "jobs"] {
            #expect(try await desk.run("item", "collection", "add", name).exitCode == 0)
        }
        let rows = try await desk.run("item", "collection", "list", "--format", "csv")
        let lines = rows.output.split(separator: "\r\n")
        #expect(lines.count == 3 && lines[1].hasPrefix("jobs,20"), "\(rows.output)")
        let again = try await desk.run("item", "collection", "add", "news")
        #expect(again.exitCode == 1 && again.errorOutput.contains("already"))
        let unasked = try await desk.run("item", "collection", "remove", "news")
        #expect(unasked.exitCode == 64 && unasked.errorOutput.contains("--yes"))
        #expect(try await desk.run("item", "collection", "remove", "nope", "--yes").exitCode == 1)
        let item = "00010203-0405-0607-0809-0a0b0c0d0e0f"
        #expect(try await desk.run("item", "remove", item, "--yes").exitCode == 1)
        #expect(await desk.server.stop() == 0)
    }

    @Test("Where items are off, people and operators are told so")
    func switchedOff() async throws {
        let desk = try await AdminDesk()
        let person = try await Person.signedUp("testuser", at: desk.server.address)
        let run = try await person.run("items", "list", "news", "--json")
        #expect(run.exitCode == 1)
        #expect(try Document(run.errorOutput)["error"]["code"].text == "feature_off")
        let list = try await desk.run("item", "collection", "list")
        #expect(list.exitCode != 0 && !list.errorOutput.isEmpty)
        #expect(await desk.server.stop() == 0)
    }

    /// The titles of the next list that a watch prints.
    private func titles(_ watch: RunningProgram) async throws -> [String] {
        let line = try #require(await watch.nextLine())
        let items = try Document(line)["items"]
        return (0..<items.count).map { items[$0]["title"].text }
    }
}
