import Foundation
import Glibc
import TestSupport
import Testing

/// Members of collections: an operator makes one, people fill it, post, and see it change.
@Suite(.timeLimit(.minutes(2))) struct MemberTests {
    private static let offering = ["--features", "accounts,notes,directory"]

    private func desk() async throws -> AdminDesk {
        let desk = try await AdminDesk(arguments: Self.offering)
        let made = try await desk.run("directory", "collection", "add", "team", "--json")
        #expect(try Document(made.output)["collection"]["name"].text == "team", "\(made)")
        return desk
    }

    @Test("A member is added, found, changed, posts, and goes", .timeLimit(.minutes(1)))
    func lifeOfAMember() async throws {
        let desk = try await desk()
        let person = try await Person.signedUp("testuser", at: desk.server.address)
        let other = try await Person.signedUp("bobby", at: desk.server.address)
        let added = try await person.json("members", "add", "team", "Bob", "bob@example.com")
        let id = added["member"]["id"].text
        _ = try await other.json("members", "add", "team", "alice", "alice@example.com")
        let list = try await other.json("members", "list", "team")["members"]
        #expect(list.count == 2 && list[0]["name"].text == "alice")
        #expect(list[1]["id"].text == id && list[1]["status"].text == "active")

        let beginning = String(id.prefix(13))
        let changed = try await person.json(
            "members",
            "change",
            "team",
            beginning,
            "--name",
            "Zoe"
        )
        #expect(changed["member"]["name"].text == "Zoe")
        #expect(changed["member"]["email"].text == "bob@example.com")
        for text in ["First", "Second"] {
            _ = try await person.json("members", "post", "team", beginning, text)
        }
        let shown = try await other.run("members", "show", "team", beginning)
        #expect(shown.output.contains("2 posts") && shown.output.hasSuffix("\nFirst\n"), "\(shown)")
        let posts = try await other.json("members", "posts", "team", id)["posts"]
        #expect(posts.count == 2 && posts[0]["text"].text == "Second")
        _ = try await person.json("members", "delete-post", "team", id, posts[0]["id"].text)
        #expect(try await other.json("members", "posts", "team", id)["posts"].count == 1)

        let refused = try await other.run("members", "delete", "team", beginning, "--json")
        #expect(refused.exitCode == 1)
        #expect(try Document(refused.errorOutput)["error"]["code"].text == "not_your_member")
        let unknown = try await other.run("members", "show", "team", "ffffffff")
        #expect(unknown.exitCode == 1 && unknown.errorOutput.contains("no member ffffffff."))
        let nothing = try await person.run("members", "change", "team", beginning)
        #expect(nothing.exitCode == 64, "\(nothing)")
        _ = try await person.json("members", "delete", "team", beginning)
        #expect(try await other.json("members", "list", "team")["members"].count == 1)
        #expect(await desk.server.stop() == 0)
    }

    @Test("Files of members are put and replaced, or refused by their lines")
    func files() async throws {
        let desk = try await desk()
        let person = try await Person.signedUp("testuser", at: desk.server.address)
        let lines = (0..<3).map { #"{"name": "M\#($0)", "email": "m\#($0)@example.com"}"# }
        let put = try await person.run(
            "members",
            "put",
            "team",
            "-",
            "--json",
            input: lines.joined(separator: "\n")
        )
        #expect(try Document(put.output)["members"].count == 3, "\(put)")
        // What a list writes can be put in place of what is there.
        let listed = try await person.run("members", "list", "team", "--format", "jsonl")
        let last = listed.output.split(separator: "\n").last.map(String.init) ?? ""
        let folder = TemporaryDirectory()
        let path = folder.path("members.jsonl")
        try (last + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let replaced = try await person.run("members", "replace", "team", path, "--json")
        #expect(try Document(replaced.output)["members"].count == 1, "\(replaced)")
        #expect(try await person.json("members", "list", "team")["members"].count == 1)
        let broken = try await person.run("members", "put", "team", "-", input: "{}\n")
        #expect(broken.exitCode == 65 && broken.errorOutput.contains("Line 1"), "\(broken)")
        let missing = try await person.run("members", "put", "team", folder.path("none"))
        #expect(missing.exitCode == 74, "\(missing)")
        #expect(await desk.server.stop() == 0)
    }

    @Test("A file without a member deletes nothing unless that is asked for")
    func fileWithoutMembers() async throws {
        let desk = try await desk()
        let person = try await Person.signedUp("testuser", at: desk.server.address)
        _ = try await person.json("members", "add", "team", "Bob", "bob@example.com")
        func replace(_ content: String) async throws -> ProgramRun {
            try await person.run("members", "replace", "team", "-", input: content)
        }
        for content in ["", "\n", " \r\n\r\n"] {
            let asked = try await replace(content)
            #expect(asked.exitCode == 64 && asked.errorOutput.contains("--yes"), "\(asked)")
            #expect(asked.errorOutput.contains("The file has no member"), "\(asked)")
        }
        #expect(try await person.json("members", "list", "team")["members"].count == 1)
        let deleted = try await person.run("members", "replace", "team", "-", "--yes", input: "\n")
        #expect(deleted.exitCode == 0, "\(deleted)")
        #expect(try await person.json("members", "list", "team")["members"].count == 0)
        #expect(await desk.server.stop() == 0)
    }

    @Test("A watch prints the whole collection after each change, and ends with the collection")
    func watching() async throws {
        let desk = try await desk()
        let person = try await Person.signedUp("testuser", at: desk.server.address)
        let bob = try await person.json("members", "add", "team", "Bob", "bob@example.com")
        let watch = try RunningProgram(
            "notelet-cli",
            ["members", "watch", "team", "--json"],
            environment: person.environment
        )
        #expect(try await names(watch) == ["Bob active"])
        _ = try await person.json("members", "add", "team", "alice", "alice@example.com")
        #expect(try await names(watch) == ["alice active", "Bob active"])
        let id = bob["member"]["id"].text
        #expect(try await desk.run("directory", "status", id, "banned").exitCode == 0)
        #expect(try await names(watch) == ["alice active", "Bob banned"])
        try await desk.server.restart(SIGKILL)
        _ = try await person.json("members", "delete", "team", id)
        #expect(try await names(watch) == ["alice active"])
        // Whoever is added under the address is banned still.
        _ = try await person.json("members", "add", "team", "Bob", "BOB@example.com")
        #expect(try await names(watch) == ["alice active", "Bob banned"])
        let taken = try await desk.run("directory", "collection", "remove", "team", "--yes")
        #expect(taken.exitCode == 0, "\(taken.errorOutput)")
        #expect(await watch.waitForEnd() == 0)
        #expect(await desk.server.stop() == 0)
    }

    private func names(_ watch: RunningProgram) async throws -> [String] {
        let line = try #require(await watch.nextLine())
        let members = try Document(line)["members"]
        return (0..<members.count).map { index in
            "\(members[index]["name"].text) \(members[index]["status"].text)"
        }
    }

    @Test("An operator exports, imports, lists, sets statuses and removes")
    func operators() async throws {
        let desk = try await desk()
        let person = try await Person.signedUp("testuser", at: desk.server.address)
        let bob = try await person.json("members", "add", "team", "Bob", "bob@example.com")
        let id = bob["member"]["id"].text
        // More than a page has, and than are given at once.
        let lines = (0..<510).map {
            #"{"name": "M\#($0 + 10)", "email": "m\#($0)@example.com", "status": "inactive"}"#
        }
        let folder = TemporaryDirectory()
        let path = folder.path("members.jsonl")
        try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let imported = try await desk.run("directory", "import", "team", path, "--json")
        #expect(try Document(imported.output)["added"].number == 510, "\(imported)")
        let exported = try await desk.run("directory", "export", "team")
        #expect(exported.output.split(separator: "\n").count == 511)
        try exported.output.write(toFile: path, atomically: true, encoding: .utf8)
        let again = try await desk.run("directory", "import", "team", path, "--json")
        #expect(try Document(again.output)["changed"].number == 511, "\(again)")
        let listed = try await desk.run("directory", "list", "team", "--limit", "2")
        #expect(listed.output.contains("Bob") && listed.output.contains("M10"), "\(listed)")
        #expect(!listed.output.contains("M11"))
        let wrong = try await desk.run("directory", "status", id, "gone")
        #expect(wrong.exitCode == 64, "\(wrong)")
        let unasked = try await desk.run("directory", "remove", id)
        #expect(unasked.exitCode == 64 && unasked.errorOutput.contains("--yes"))
        let removed = try await desk.run("directory", "remove", id, "--reason", "spam", "--yes")
        #expect(removed.exitCode == 0, "\(removed)")
        #expect(try await desk.run("directory", "status", id, "active").exitCode == 1)
        let lifted = try await desk.run("directory", "lift", "team", "b@example.com", "--json")
        #expect(lifted.output.contains(#""former_status":"active""#), "\(lifted)")
        let collections = try await desk.run("directory", "collection", "list", "--json")
        #expect(try Document(collections.output)["collections"].count == 1)
        #expect(await desk.server.stop() == 0)
    }

    @Test("Both programs say that a server does not offer the directory")
    func notOffered() async throws {
        let desk = try await AdminDesk()
        let asked = try await desk.run("directory", "collection", "list")
        #expect(asked.errorOutput.contains("does not offer directory"), "\(asked)")
        let person = try await Person.signedUp("testuser", at: desk.server.address)
        for command in ["list", "watch"] {
            let refused = try await person.run("members", command, "team")
            #expect(refused.exitCode != 0, "\(refused)")
            #expect(refused.errorOutput.contains("does not offer directory"), "\(refused)")
        }
        #expect(await desk.server.stop() == 0)
    }
}
