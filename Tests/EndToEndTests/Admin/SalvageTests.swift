import Foundation
import Glibc
import NoteletClient
import TestSupport
import Testing

/// A sound store out of a damaged one, by the operator's program.
@Suite(.timeLimit(.minutes(2))) struct SalvageTests {
    private let folder = TemporaryDirectory()

    /// A stopped store with a note to a reader.
    private func stoppedStore() async throws -> ServerProcess {
        let server = try await ServerProcess()
        let reader = try await signUp("reader", at: server.address)
        let sender = try await signUp("sender", at: server.address)
        let link = try #require(try await reader.link()?.url)
        try await sender.send("beware", toLink: link)
        for notelet in [reader, sender] { await notelet.close() }
        #expect(await server.stop() == 0)
        return server
    }

    /// Sets the page to zero that holds a text.
    private func damage(_ server: ServerProcess, where text: String) throws -> Int {
        let file = URL(filePath: server.storePath + "/data/data.mdb")
        var bytes = try Data(contentsOf: file)
        let page = try #require(bytes.range(of: Data(text.utf8))).lowerBound / 4096
        bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
        try bytes.write(to: file)
        return page
    }

    private func salvage(
        _ server: ServerProcess,
        to name: String,
        _ arguments: String...
    ) async throws -> ProgramRun {
        let words = ["store", "salvage", "--store", server.storePath, folder.path(name)]
        return try await ProgramRun.run("notelet-admin", words + arguments)
    }

    private func verify(_ name: String, _ server: ServerProcess) async throws -> Int32 {
        try await ProgramRun.run(
            "notelet-admin",
            [
                "store", "verify", "--store", folder.path(name), "--key-file",
                server.storePath + ".key",
            ]
        ).exitCode
    }

    @Test("A sound store is salvaged whole, with 0, and served")
    func soundStore() async throws {
        let server = try await stoppedStore()
        let run = try await salvage(server, to: "store")
        #expect(run.exitCode == 0, "\(run.errorOutput)")
        #expect(run.output.hasSuffix(" records; nothing is lost.\n"), "\(run.output)")
        #expect(try await verify("store", server) == 0)
        try FileManager.default.copyItem(
            atPath: server.storePath + ".key",
            toPath: folder.path("store.key")
        )
        let second = try await ServerProcess(in: folder)
        let reader = try Notelet(second.address)
        try await reader.logIn(email: "reader@example.com", password: password)
        var contents: [String] = []
        for try await note in reader.inbox(pageSize: 10).items { contents.append(note.content) }
        #expect(contents == ["beware"])
        await reader.close()
        #expect(await second.stop() == 0)
    }

    @Test("What is lost is listed in each form, with 2, and the result is sound")
    func damagedStore() async throws {
        let server = try await stoppedStore()
        let page = try damage(server, where: "beware")
        let start = try await ProgramRun.run(
            "notelet-server",
            ["--listen", "tcp://127.0.0.1:0", "--store", server.storePath]
        )
        #expect(start.exitCode == 65)
        #expect(start.errorOutput.contains("notelet-admin store salvage"))
        let check = try await Admin(store: server.storePath).run("verify")
        #expect(check.exitCode == 2 && check.output.contains("'store salvage'"))
        let text = try await salvage(server, to: "text")
        #expect(text.exitCode == 2, "\(text.errorOutput)")
        #expect(text.output.contains("lost page \(page) inbox"), "\(text.output)")
        #expect(!text.output.contains("beware"))
        let json = try await salvage(server, to: "json", "--format", "json")
        #expect(json.exitCode == 2)
        let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        let members = try #require(document as? [String: Any])
        let findings = try #require(members["findings"] as? [[String: Any]])
        #expect(findings.contains { $0["page"] as? Int == page && $0["person"] is String })
        #expect((members["counts"] as? [String: Int])?["lost"] ?? 0 > 0)
        let lines = try await salvage(server, to: "jsonl", "--format", "jsonl")
        #expect(lines.output.split(separator: "\n").count == findings.count)
        let csv = try await salvage(server, to: "csv", "--format", "csv")
        #expect(csv.output.hasPrefix("outcome,table,person,key,end,page,problem\r\n"))
        for name in ["text", "json", "jsonl", "csv"] {
            #expect(try await verify(name, server) == 0)
        }
        #expect(try await salvage(server, to: "text").exitCode == 1)
    }
}
