import Foundation
import NoteletClient
import TestSupport
import Testing

/// A server whose store has damaged pages ends with 65 and a line, and does not start again on it.
@Suite(.timeLimit(.minutes(3))) struct DamagedPageTests {
    private let folder = TemporaryDirectory()

    private var file: URL { URL(filePath: folder.path("store/data/data.mdb")) }
    private var mark: String { folder.path("store/damaged") }

    /// Makes a store that has records in its database, and that nobody has open.
    private func makeStore() async throws {
        let (server, address) = try await startServer(in: folder)
        _ = try await signUp("reader", at: address)
        #expect(await server.end(by: SIGTERM) == 0)
    }

    private func start(_ arguments: String...) async throws -> ProgramRun {
        let words = ["--listen", "tcp://127.0.0.1:0", "--store", folder.path("store")]
        return try await ProgramRun.run("notelet-server", words + arguments)
    }

    @Test("A start on a damaged page is refused, until the page is whole again")
    func refusedStart() async throws {
        try await makeStore()
        let whole = try Data(contentsOf: file)
        let page = try #require(whole.range(of: Data("reader@example.com".utf8))).lowerBound / 4096
        var damaged = whole
        damaged.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
        try damaged.write(to: file)
        for _ in 0..<2 {
            let run = try await start()
            #expect(run.exitCode == 65, "\(run.errorOutput)")
            #expect(run.errorOutput.contains("page \(page) of the table users"))
            #expect(run.errorOutput.split(separator: "\n").count == 1, "\(run.errorOutput)")
            #expect(FileManager.default.fileExists(atPath: mark))
        }
        try whole.write(to: file)
        let (server, _) = try await startServer(in: folder)
        #expect(!FileManager.default.fileExists(atPath: mark))
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("Each page that is damaged is named by the check, and no start serves it")
    func everyPage() async throws {
        try await makeStore()
        let whole = try Data(contentsOf: file)
        let admin = Admin(store: folder.path("store"))
        var generator = SeededGenerator(seed: 17)
        var refusedCount = 0
        for page in 0..<whole.count / 4096 {
            let noise = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let other = Int.random(in: 2..<whole.count / 4096, using: &generator) * 4096
            let damages = [Data(count: 4096), Data(noise), whole[other..<other + 4096]]
            guard let damage = damages.randomElement(using: &generator) else { continue }
            var damaged = whole
            damaged.replaceSubrange(page * 4096..<(page + 1) * 4096, with: damage)
            try damaged.write(to: file)
            let verify = try await admin.run("verify")
            // Free pages mean nothing.
            guard verify.exitCode != 0 else { continue }
            #expect(verify.exitCode == 2, "\(page) \(verify.errorOutput)")
            #expect(verify.output.contains("page \(page)"), "\(verify.output)")
            if refusedCount % 5 == 0 {
                let run = try await start()
                #expect(run.exitCode == 65, "\(page) \(run.errorOutput)")
                #expect(run.errorOutput.split(separator: "\n").count == 1, "\(run.errorOutput)")
            }
            refusedCount += 1
        }
        #expect(refusedCount > 5)
        try whole.write(to: file)
        #expect(try await admin.run("verify").exitCode == 0)
    }

    @Test(
        "A server that meets a damaged page ends with one line that names it",
        .timeLimit(.minutes(1)),
        arguments: ["logfmt", "json"]
    )
    func damageUnderWay(format: String) async throws {
        try await makeStore()
        let whole = try Data(contentsOf: file)
        let (server, address) = try await startServer(
            in: folder,
            ["--log-format", format, "--log-level", "error", "--scrub-rate", "0"]
        )
        truncate(file.path, 2 * 4096)
        let visitor = try Notelet(address)
        let login = Task {
            try await visitor.logIn(email: "reader@example.com", password: password)
        }
        let status = await server.waitForEnd()
        #expect(status == 65)
        login.cancel()
        var lines: [String] = []
        while let line = await server.nextErrorLine() { lines.append(line) }
        #expect(lines.count == 1, "\(lines)")
        let line = try #require(lines.first)
        #expect(line.contains("notelet-admin store verify"))
        if format == "json" {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            let fields = try #require(object as? [String: Any])
            #expect(fields["event"] as? String == "failed")
            #expect(try #require(fields["page"] as? Int) >= 2)
        } else {
            #expect(line.contains(/^time=\S+Z level=error event=failed reason=".*" page=\d+$/))
        }
        #expect(FileManager.default.fileExists(atPath: mark))
        let again = try await start()
        #expect(again.exitCode == 65, "\(again.errorOutput)")
        try whole.write(to: file)
        let (second, _) = try await startServer(in: folder)
        #expect(!FileManager.default.fileExists(atPath: mark))
        #expect(await second.end(by: SIGTERM) == 0)
    }
}
