import Foundation
import TestSupport
import Testing

/// Where a server makes a store, and where it takes its place for a mistake.
@Suite(.timeLimit(.minutes(1)))
struct FirstStartTests {
    private let folder = TemporaryDirectory()

    private var store: String { folder.path("store") }
    private var key: String { folder.path("store.key") }

    private func make(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true
        )
    }

    /// All that is in the folder, but for what a store consists of.
    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    /// Starts a server that has to end by itself.
    private func refusal(
        _ words: [String],
        _ environment: [String: String] = [:]
    ) async throws -> String {
        let before = try names()
        let run = try await ProgramRun.run(
            "notelet-server",
            ["--listen", "tcp://127.0.0.1:0"] + words,
            environment: environment
        )
        #expect(run.exitCode == 78, "\(run.errorOutput)")
        let lines = run.errorOutput.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(try names() == before, "Nothing is made.")
        // The check says the same.
        let check = try await ProgramRun.run(
            "notelet-server",
            ["--check-config"] + words,
            environment: environment
        )
        #expect(check.exitCode == 78 && check.errorOutput == run.errorOutput)
        return run.errorOutput
    }

    private func startAndStop(_ words: [String] = []) async throws {
        let (server, _) = try await startServer(in: folder, words)
        #expect(await server.end(by: SIGTERM) == 0)
        #expect(FileManager.default.fileExists(atPath: store + "/data/data.mdb"))
    }

    @Test("A folder that is there and empty is as good as none", arguments: [nil, "lost+found"])
    func emptyFolder(entry: String?) async throws {
        try make(store + (entry.map { "/" + $0 } ?? ""))
        try await startAndStop()
        try await startAndStop()
    }

    @Test("A first start that was cut short is gone on with", arguments: [false, true])
    func cutShort(hasKey: Bool) async throws {
        try await startAndStop()
        try FileManager.default.removeItem(atPath: store)
        if !hasKey { try FileManager.default.removeItem(atPath: key) }
        try make(store)
        try Data().write(to: URL(fileURLWithPath: store + "/lock"))
        try await startAndStop()
    }

    @Test("A store is missed where its disk is not mounted", arguments: [nil, "lost+found"])
    func unmounted(entry: String?) async throws {
        try await startAndStop()
        try FileManager.default.removeItem(atPath: store)
        try make(store + (entry.map { "/" + $0 } ?? ""))
        #expect(try await refusal(["--store", store]).contains("there is a key for one, \(key)"))
        try await startAndStop(["--create", "always"])
    }

    @Test("The lock is made before the key")
    func order() async throws {
        let words = ["--store", store, "--listen", "tcp://127.0.0.1:0"]
        let run = try await ProgramRun.run(
            "notelet-server",
            words + ["--key-file", folder.path("none/key")]
        )
        #expect(run.exitCode == 78 && run.errorOutput.contains("no folder for the key file"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: store) == ["lock"])
        try await startAndStop()
    }

    @Test("Where no store can be made the line says why")
    func noRoomForStore() async throws {
        let words = ["--store", folder.path("none/store"), "--key-file", key]
        let run = try await ProgramRun.run(
            "notelet-server",
            words + ["--listen", "tcp://127.0.0.1:0"]
        )
        #expect(run.exitCode == 78)
        #expect(run.errorOutput.contains("the folder that it is to be in is not there"))
        #expect(try names() == [])
    }

    @Test("A folder of other things is left alone")
    func otherThings() async throws {
        try make(store + "/pictures")
        #expect(try await refusal(["--store", store]).contains("holds other things and no store"))
    }

    @Test("A mistyped store is not made beside the one that was meant")
    func neighbour() async throws {
        try await startAndStop()
        let typo = folder.path("stroe")
        for path in [typo, typo + "/", folder.path + "/./stroe"] {
            let text = try await refusal(["--store", path])
            #expect(text.contains("beside it there is one, \(store)"))
            #expect(text.contains("--create always"))
        }
        let words = ["--store", typo, "--create", "always"]
        let (server, _) = try await startServer(in: TemporaryDirectory(), words)
        #expect(await server.end(by: SIGTERM) == 0)
        #expect(try names() == ["store", "store.key", "stroe", "stroe.key"])
    }

    @Test("What another setting names is not made a second time elsewhere")
    func otherSetting() async throws {
        let elsewhere = TemporaryDirectory()
        let configured = elsewhere.path("store")
        let named = try await refusal(["--store", store], ["NOTELET_STORE": configured])
        #expect(named.contains("environment NOTELET_STORE names another one, \(configured)"))
        let file = elsewhere.path("server.conf")
        try "store = \(configured)\n".write(toFile: file, atomically: true, encoding: .utf8)
        let written = try await refusal(["--store", store, "--config", file])
        #expect(written.contains("file \(file):1 names another one, \(configured)"))
    }

    @Test("A store that has gone is missed, since its key is there")
    func lostStore() async throws {
        try await startAndStop()
        try FileManager.default.removeItem(atPath: store)
        #expect(try await refusal(["--store", store]).contains("there is a key for one, \(key)"))
        try await startAndStop(["--create", "always"])
    }

    @Test("Who says never gets none")
    func never() async throws {
        #expect(try await refusal(["--store", store, "--create", "never"]).contains("never"))
        try make(store)
        #expect(try await refusal(["--store", store, "--create", "never"]).contains("never"))
    }

    @Test("Where an address is taken nothing is made", arguments: ["--listen", "--admin-listen"])
    func takenAddress(option: String) async throws {
        let elsewhere = TemporaryDirectory()
        let address = "unix://" + elsewhere.path("socket")
        let (server, _) = try await startServer(in: elsewhere, ["--listen", address])
        let run = try await ProgramRun.run(
            "notelet-server",
            ["--store", store, "--listen", "tcp://127.0.0.1:0", option, address]
        )
        #expect(run.exitCode == 69 && run.errorOutput.contains(address))
        #expect(try names() == [])
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("A check finds what would keep a server from starting, and makes nothing")
    func check() async throws {
        let none = folder.path("none/x")
        let right = ["--store", store]
        func check(_ words: [String]) async throws -> String {
            let run = try await ProgramRun.run("notelet-server", ["--check-config"] + words)
            #expect(run.exitCode == (run.errorOutput.isEmpty ? 0 : 78))
            return run.errorOutput
        }
        #expect(try await check(["--store", none]).contains("no folder \(folder.path("none"))"))
        #expect(try await check(right + ["--key-file", none]).contains("for the key file"))
        #expect(try await check(right + ["--log-archive", none]).contains("for --log-archive"))
        let socket = "unix://" + none
        #expect(try await check(right + ["--listen", socket]).contains("for --listen \(socket)"))
        let admin = try await check(right + ["--admin-listen", socket])
        #expect(admin.contains("for --admin-listen \(socket)"))
        #expect(try await check(right) == "")
        #expect(try names() == [])

        try await startAndStop()
        #expect(try await check(right) == "")
        let database = FileHandle(forWritingAtPath: store + "/data/data.mdb")
        let byteCount = try #require(try database?.seekToEnd())
        // A hole takes no room.
        try database?.truncate(atOffset: 1 << 30)
        let small = right + ["--map-size", "512MiB", "--listen", "tcp://127.0.0.1:0"]
        #expect(try await check(small).contains("has grown to 1073741824 bytes"))
        let start = try await ProgramRun.run("notelet-server", small)
        #expect(start.exitCode == 78 && start.errorOutput.contains("--map-size"))
        try database?.truncate(atOffset: byteCount)
        let (server, _) = try await startServer(in: folder)
        #expect(try await check(right) == "", "beside the server")
        #expect(await server.end(by: SIGTERM) == 0)

        let other = folder.path("other.key")
        try Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: other))
        #expect(try await check(right + ["--key-file", other]).contains("chmod 600"))
        chmod(other, 0o600)
        #expect(try await check(right + ["--key-file", other]).contains("another key than"))
        try Data(repeating: 7, count: 31).write(to: URL(fileURLWithPath: other))
        #expect(try await check(right + ["--key-file", other]).contains("key of 32 bytes"))
        try database?.truncate(atOffset: 1_000)
        #expect(try await check(right).contains("was cut short"))
    }
}
