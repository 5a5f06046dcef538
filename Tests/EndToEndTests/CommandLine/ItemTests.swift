import Glibc
import TestSupport
import Testing

/// Items with the real programs: a server that offers them, an operator and two people.
@Suite("Items") struct ItemTests {
    private let folder = TemporaryDirectory()

    @Test("An operator makes a collection, people fill, watch and empty it")
    func life() async throws {
        let door = "unix://" + folder.path("admin.sock")
        let arguments = ["--features", "accounts,notes,items", "--admin-listen", door]
        let (server, address) = try await startServer(in: folder, arguments)
        let anna = try await Person.signedUp("annaanna", at: address)
        let ben = try await Person.signedUp("benben", at: address)
        func admin(_ words: String...) async throws -> ProgramRun {
            try await ProgramRun.run(
                "notelet-admin",
                words,
                environment: ["NOTELET_ADMIN_SERVER": door, "LANG": "C.UTF-8"]
            )
        }
        let missing = try await anna.run("items", "list", "news")
        #expect(missing.exitCode == 1)
        let added = try await admin("item", "collection", "add", "news")
        #expect(added.output == "The collection news is there.\n", "\(added.errorOutput)")
        #expect(try await admin("item", "collection", "list").output.contains("news"))

        let made = try await anna.json("items", "create", "news", "Hello", "with a text")["item"]
        let watch = try RunningProgram(
            "notelet-cli",
            ["items", "watch", "news", "--json"],
            environment: ben.environment
        )
        #expect(try #require(await watch.nextLine()).contains(made["id"].text))
        let list = try await ben.json("items", "list", "news")["items"]
        #expect(list.count == 1 && list[0]["title"].text == "Hello")
        let shown = try await ben.run("items", "show", "news", made["id"].text)
        #expect(shown.output.contains("with a text"))
        let foreign = try await ben.run("items", "delete", "news", made["id"].text)
        #expect(foreign.exitCode == 1)
        _ = try await anna.json("items", "delete", "news", made["id"].text)
        #expect(try #require(await watch.nextLine()).contains("\"items\":[]"))
        #expect(try await ben.json("items", "list", "news")["items"].count == 0)

        _ = try await anna.json("items", "create", "news", "Spam")
        let spam = try await ben.json("items", "list", "news")["items"][0]["id"].text
        #expect(try await admin("item", "remove", spam, "--yes").exitCode == 0)
        #expect(try await admin("item", "collection", "remove", "news", "--yes").exitCode == 0)
        #expect(await watch.waitForEnd() == 0)
        #expect(await server.end(by: SIGTERM) == 0)
        let verified = try await Admin(store: folder.path("store")).run("verify")
        #expect(verified.exitCode == 0, "\(verified.errorOutput)")
    }

    @Test("A server that is not told to offers none")
    func off() async throws {
        let server = try await ServerProcess()
        let person = try await Person.signedUp("annaanna", at: server.address)
        let run = try await person.run("items", "list", "news", "--json")
        #expect(run.exitCode != 0)
        #expect(try Document(run.errorOutput)["error"]["code"].text == "feature_off")
    }
}
