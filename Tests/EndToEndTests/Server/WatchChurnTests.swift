import Foundation
import NoteletClient
import TestSupport
import Testing

/// Watches that are begun and let go, as a phone does that is looked at now and then.
@Suite struct WatchChurnTests {
    @Test("Ten thousand watches that were let go leave nothing behind", .timeLimit(.minutes(2)))
    func tenThousand() async throws {
        let server = try await ServerProcess(arguments: ["--shared-address"])
        let person = try Notelet(server.address)
        try await person.signUp(
            username: "watcher",
            email: "watcher@example.com",
            password: "a long enough password"
        )
        try await watch(person, times: 500)
        let processes = try [#require(server.processIdentifier), getpid()]
        let before = try processes.map { try Use(ofProcess: $0) }
        try await watch(person, times: 10_000)
        for (process, before) in zip(processes, before) {
            // The last ones may be about to end.
            while try Use(ofProcess: process).openFileCount > before.openFileCount + 2,
                !Task.isCancelled
            {
                await Task.yield()
            }
            let after = try Use(ofProcess: process)
            // 800 bytes a watch would be more.
            #expect(after.residentByteCount - before.residentByteCount < 8 << 20)
        }
        await person.close()
        #expect(await server.stop() == 0)
    }

    private func watch(_ person: Notelet, times count: Int) async throws {
        for _ in 0..<count {
            var watch = person.watch().makeAsyncIterator()
            #expect(try await watch.next() != nil)
        }
    }
}

/// What a process takes of the machine.
private struct Use {
    let residentByteCount: Int
    let openFileCount: Int

    init(ofProcess identifier: Int32) throws {
        let text = try String(contentsOfFile: "/proc/\(identifier)/statm", encoding: .utf8)
        let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        residentByteCount = pages * sysconf(Int32(_SC_PAGESIZE))
        let folder = "/proc/\(identifier)/fd"
        openFileCount = try FileManager.default.contentsOfDirectory(atPath: folder).count
    }
}
