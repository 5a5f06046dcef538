import Foundation
import Glibc
import TestSupport
import Testing

/// Configuration for applications: an operator publishes it, and anybody reads it.
@Suite(.timeLimit(.minutes(2))) struct AppConfigTests {
    private static let offering = ["--features", "accounts,notes,config"]

    @Test("Versions are published, changed, compared and rolled back", .timeLimit(.minutes(1)))
    func lifeOfVersions() async throws {
        let desk = try await AdminDesk(arguments: Self.offering)
        let visitor = Person("nobody", at: desk.server.address)
        #expect(try await visitor.json("app-config")["config_version"].number == 0)
        let folder = TemporaryDirectory()
        let file = folder.path("values.json")
        try Data(#"{"title": "Hello", "max_items": "20"}"#.utf8).write(to: URL(filePath: file))
        let published = try await desk.run("app-config", "publish", file, "--note", "x", "--json")
        #expect(try Document(published.output)["published"]["version"].number == 1, "\(published)")
        let set = try await desk.run(
            "app-config",
            "set",
            "title",
            "Good day",
            "--expect-version",
            "1"
        )
        #expect(set.output == "Version 2 is published.\n", "\(set)")
        let late = try await desk.run("app-config", "unset", "title", "--expect-version", "1")
        #expect(late.exitCode == 1 && late.errorOutput.contains("newest version is 2"), "\(late)")

        let shown = try await visitor.json("app-config")
        #expect(shown["config_version"].number == 2 && shown["entries"].count == 2)
        #expect(shown["entries"][1]["value"].text == "Good day")
        let compared = try await desk.run("app-config", "compare", "1", "--json")
        let difference = try Document(compared.output)["differences"][0]
        #expect(difference["old"].text == "Hello" && difference["new"].text == "Good day")
        #expect(try await desk.run("app-config", "unset", "max_items").exitCode == 0)
        #expect(try await desk.run("app-config", "rollback", "1").exitCode == 0)
        let history = try await desk.run("app-config", "history", "--format", "csv")
        let lines = history.output.split(separator: "\r\n")
        #expect(lines.count == 5 && lines[1].hasPrefix("4,20"), "\(history.output)")
        let old = try await desk.run("app-config", "show", "3", "--json")
        #expect(try Document(old.output)["entries"].count == 1, "\(old)")
        let missing = try await desk.run("app-config", "show", "9")
        #expect(missing.exitCode == 1 && missing.errorOutput.contains("no version 9"))
        #expect(await desk.server.stop() == 0)
    }

    @Test("A version without entries is told apart from none, and a key twice is refused")
    func withoutEntries() async throws {
        let desk = try await AdminDesk(arguments: Self.offering)
        let visitor = Person("nobody", at: desk.server.address)
        #expect(try await visitor.run("app-config").output == "Nothing is published.\n")
        let none = try await desk.run("app-config", "show")
        #expect(none.exitCode == 1 && none.errorOutput.contains("Nothing is published."))
        let folder = TemporaryDirectory()
        let file = folder.path("values.json")
        try Data(#"{"title": "1", "title": "2"}"#.utf8).write(to: URL(filePath: file))
        let twice = try await desk.run("app-config", "publish", file)
        #expect(twice.exitCode == 65 && twice.errorOutput.contains("'title' twice"), "\(twice)")
        #expect(try await visitor.json("app-config")["config_version"].number == 0)
        try Data("{}".utf8).write(to: URL(filePath: file))
        #expect(try await desk.run("app-config", "publish", file).exitCode == 0)
        #expect(try await visitor.run("app-config").output == "Version 1 has no entries.\n")
        let empty = try await desk.run("app-config", "show")
        #expect(empty.exitCode == 0 && empty.output.contains("Version 1 has no entries.\n"))
        #expect(await desk.server.stop() == 0)
    }

    @Test("A watch prints each version as it is published", .timeLimit(.minutes(1)))
    func watching() async throws {
        let desk = try await AdminDesk(arguments: Self.offering)
        let person = try await Person.signedUp("testuser", at: desk.server.address)
        #expect(try await desk.run("app-config", "set", "a", "1").exitCode == 0)
        let watch = try RunningProgram(
            "notelet-cli",
            ["app-config", "--watch", "--json"],
            environment: person.environment
        )
        for version in 1...3 {
            let line = try #require(await watch.nextLine())
            #expect(try Document(line)["config_version"].number == version)
            if version == 2 { try await desk.server.restart(SIGKILL) }
            _ = try await desk.run("app-config", "set", "a", "\(version + 1)")
        }
        _ = await watch.end(by: SIGINT)
        #expect(await desk.server.stop() == 0)
    }

    @Test("A server that does not offer it says so, and a file that is none is named")
    func refusals() async throws {
        let desk = try await AdminDesk()
        let asked = try await desk.run("app-config", "history")
        #expect(asked.exitCode == 1 && asked.errorOutput.contains("does not offer config"))
        let visitor = Person("nobody", at: desk.server.address)
        let refused = try await visitor.run("app-config")
        #expect(refused.exitCode == 1 && refused.errorOutput.contains("does not offer config"))
        let file = try await desk.run("app-config", "publish", "/dev/null")
        #expect(file.exitCode == 65 && file.errorOutput.contains("/dev/null is no object"))
        #expect(await desk.server.stop() == 0)
    }
}
