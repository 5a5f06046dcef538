import Foundation
import TestSupport
import Testing

/// Apps as the file of settings has them, and as it is changed.
@Suite("File of apps", .timeLimit(.minutes(2)))
struct AppFileTests {
    private let folder = TemporaryDirectory()

    private var settings: String { folder.path("server.conf") }

    private func store(_ name: String) -> String { folder.path(name) }

    private func write(_ sections: String..., server lines: String = "") throws {
        let text = "store = \(store("store"))\nlisten = tcp://127.0.0.1:0\n\(lines)\n\n"
        try (text + sections.joined(separator: "\n")).write(
            toFile: settings,
            atomically: true,
            encoding: .utf8
        )
    }

    private func section(_ name: String) -> String {
        "[app \(name)]\nstore = \(store(name))\n"
    }

    private func start() throws -> RunningProgram {
        try RunningProgram("notelet-server", ["--config", settings, "--shared-address"])
    }

    @Test(
        "An app that the server would refuse is not added",
        arguments: [
            (["--store", "store"], "have the same --key-file"),
            (["--store", "store/x"], "lies in"),
            (["--features", "accounts,nothing"], "there is no such feature"),
            (["--link-base", "x/"], "is no address like"),
            (["--link-base", "https://app.anonymous-message.com/x/"], "nothing would tell"),
            (["--store", "other"], "holds other things and no store"),
        ]
    )
    func refusedAddition(words: [String], complaint: String) async throws {
        try write()
        let before = try String(contentsOfFile: settings, encoding: .utf8)
        try FileManager.default.createDirectory(
            atPath: folder.path("other/thing"),
            withIntermediateDirectories: true
        )
        let words = words.map { words[0] == "--store" && $0 != "--store" ? store($0) : $0 }
        let run = try await ProgramRun.run(
            "notelet-admin",
            ["app", "add", "letters", "--config", settings] + words
        )
        #expect(run.exitCode == 78)
        #expect(run.errorOutput.contains(complaint), "\(run.errorOutput)")
        #expect(try String(contentsOfFile: settings, encoding: .utf8) == before)
    }

    @Test("Apps that several operators add at once are all there, with what counts for each")
    func concurrentAdditions() async throws {
        try write(server: "features = accounts,notes\nlink-base = https://h.example/receive/")
        let names = (0..<6).map { "a\($0)" }
        let codes = try await withThrowingTaskGroup(of: Int32.self) { group in
            for name in names {
                group.addTask { [settings] in
                    try await ProgramRun.run(
                        "notelet-admin",
                        ["app", "add", name, "--config", settings]
                    ).exitCode
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes == names.map { _ in 0 })
        let list = try await ProgramRun.run(
            "notelet-admin",
            ["app", "list", "--config", settings, "--format", "csv"],
            environment: ["NOTELET_STORE": "/elsewhere"]
        ).output
        for name in names {
            let files = "\(store(name)),\(store(name)).key"
            let row = "\(name),\(files),https://h.example/\(name)/receive/,\"accounts,notes\",,"
            #expect(list.contains(row), "\(list)")
        }
        #expect(list.contains("default,\(store("store")),"))
    }

    @Test("A store that is made beside one that no app names is told of, and no other one is")
    func madeBeside() async throws {
        try write(section("letters"))
        let server = try start()
        _ = try #require(await server.nextLine())
        // As after a typing error in the name of the folder.
        try write("[app letters]\nstore = \(store("leters"))\n")
        server.send(SIGHUP)
        // What runs stays in its folder until the next start.
        #expect(await server.nextEvent("reloaded") != nil)
        #expect(await server.end(by: SIGTERM) == 0)
        let again = try start()
        let line = try #require(await again.nextEvent("store-made-beside"))
        #expect(line.contains(" app=letters ") && line.contains(" path=\(store("leters"))"))
        #expect(line.contains(" other=\(store("letters"))"))
        _ = try #require(await again.nextLine())
        try write(section("letters"), "[app club]\nstore = \(store("leters"))\n")
        #expect(await again.end(by: SIGTERM) == 0)
        let last = try start()
        _ = try #require(await last.nextLine())
        #expect(await last.end(by: SIGTERM) == 0)
        #expect(await last.nextEvent("store-made-beside") == nil)
    }
}
