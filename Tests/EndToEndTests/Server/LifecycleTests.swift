import Foundation
import NoteletAPI
import NoteletClient
import TestSupport
import Testing

@Suite struct LifecycleTests {
    private let folder = TemporaryDirectory()

    @Test(.timeLimit(.minutes(1)))
    func aSecondServerOnTheSameStoreRefusesInOneLine() async throws {
        let server = try await ServerProcess()
        let second = try await ProgramRun.run(
            "notelet-server",
            ["--listen", "tcp://127.0.0.1:0", "--store", server.storePath]
        )
        #expect(second.exitCode == 75)
        #expect(second.output.isEmpty)
        #expect(
            second.errorOutput
                == "notelet-server: Another process has the store in \(server.storePath) open: "
                + "stop that one, or name another folder with --store.\n"
        )
        // The first one did not notice.
        let person = try await signUp("somebody", at: server.address)
        #expect(try await person.check().status == .serving)
        #expect(await server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func anEndUnderLoadDrainsAndExitsInOrder() async throws {
        let server = try await ServerProcess()
        let address = server.address
        let reader = try await signUp("reader", at: address)
        let link = try #require(try await reader.link()?.url)
        let watcher = Task {
            for try await _ in reader.watch() {}
        }
        var configuration = NoteletConfiguration()
        configuration.retry.attemptCountMax = 1
        let writers = try (0..<4).map { _ in try Notelet(address, configuration: configuration) }
        for writer in writers { try await writer.becomeGuest() }
        let acknowledged = await withTaskGroup(of: [String].self) { group in
            for (index, writer) in writers.enumerated() {
                group.addTask {
                    var sent: [String] = []
                    for number in 0..<10_000 {
                        let content = "\(index).\(number)"
                        guard (try? await writer.send(content, toLink: link)) != nil else { break }
                        sent.append(content)
                    }
                    return sent
                }
            }
            group.addTask {
                try? await Task.sleep(for: .milliseconds(150))
                let start = ContinuousClock.now
                #expect(await server.stop(SIGTERM) == 0)
                #expect(ContinuousClock.now - start < .seconds(5))
                return []
            }
            return await group.reduce(into: Set<String>()) { $0.formUnion($1) }
        }
        try await server.start()
        var received: Set<String> = []
        for try await note in reader.inbox(pageSize: 500).items { received.insert(note.content) }
        #expect(!acknowledged.isEmpty && acknowledged.isSubset(of: received))
        watcher.cancel()
        _ = await watcher.result
        #expect(await server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func aSecondSignalEndsAServerThatStillDrainsAtOnce() async throws {
        let (server, connection) = try await stalledServer(["--drain-time", "1h"])
        server.send(SIGTERM)
        let line = await server.nextEvent("stopping")
        #expect(line?.hasSuffix("signal=SIGTERM drain_time_s=3600") == true)
        #expect(await server.end(by: SIGTERM) == 128 + SIGTERM)
        withExtendedLifetime(connection) {}
    }

    @Test(.timeLimit(.minutes(1)))
    func theEndComesAtItsDeadlineAlsoIfAPeerTakesNothing() async throws {
        let (server, connection) = try await stalledServer(["--drain-time", "100ms"])
        #expect(await server.end(by: SIGINT) == 0)
        #expect(await server.nextEvent("stopping")?.contains("signal=SIGINT") == true)
        #expect(await server.nextEvent("stopped") != nil)
        withExtendedLifetime(connection) {}
    }

    /// A server with replies that nobody takes.
    private func stalledServer(
        _ arguments: [String]
    ) async throws -> (server: RunningProgram, connection: RawConnection) {
        let options = patience + ["--metrics-listen", "http://127.0.0.1:0"]
        let (server, address) = try await startServer(in: folder, options + arguments)
        let pages = try #require(await server.nextLine())
        return (server, try stalledConnection(to: address, pages: pages))
    }

    @Test(.timeLimit(.minutes(1)))
    func aFileWhereTheStoreShouldBeIsRefusedAndUntouched() async throws {
        let folder = TemporaryDirectory()
        let file = folder.path("store")
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: file))
        for arguments in [[], ["--key-file", folder.path("key")]] {
            let run = try await ProgramRun.run(
                "notelet-server",
                ["--listen", "tcp://127.0.0.1:0", "--store", file] + arguments
            )
            #expect(run.exitCode == 78)
            #expect(run.errorOutput.contains("\(file) is a file, and a store is a folder"))
            #expect(run.errorOutput.split(separator: "\n").count == 1, "\(run.errorOutput)")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data([1, 2, 3]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store"])
    }

    @Test(.timeLimit(.minutes(1)))
    func aStoreWithoutItsKeyIsRefusedAndUntouched() async throws {
        let server = try await ServerProcess()
        #expect(await server.stop() == 0)
        let key = server.storePath + ".key"
        try FileManager.default.moveItem(atPath: key, toPath: key + ".away")
        let run = try await ProgramRun.run(
            "notelet-server",
            ["--listen", "tcp://127.0.0.1:0", "--store", server.storePath]
        )
        #expect(run.exitCode == 78 && run.errorOutput.contains("--key-file"))
        #expect(!FileManager.default.fileExists(atPath: key))
        try FileManager.default.moveItem(atPath: key + ".away", toPath: key)
        try await server.start()
        #expect(await server.stop() == 0)
    }
}
