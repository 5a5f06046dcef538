import Foundation
import NoteletClient
import TestSupport
import Testing

/// A server on a real disk that is full: a file system in memory, which that server alone sees.
@Suite(.enabled(if: SmallDisk.isPossible), .timeLimit(.minutes(1)))
struct FullDiskTests {
    private let folder = TemporaryDirectory()

    /// A person whose calls are made once.
    private func person(_ address: String) throws(NoteletError) -> Notelet {
        var configuration = NoteletConfiguration()
        configuration.retry.attemptCountMax = 1
        return try Notelet(address, configuration: configuration)
    }

    /// Makes an account; answers whether there was room for it.
    private func signUp(_ name: String, at address: String) async throws -> Bool {
        do throws(NoteletError) {
            try await person(address)
                .signUp(username: name, email: email(name), password: password)
            return true
        } catch {
            try #require(error.refusal?.reason == .storeFull, "\(error)")
            return false
        }
    }

    private func email(_ name: String) -> String { "\(name)@example.com" }

    @Test("What is vital goes on with a full disk, and the rest when there is room again")
    func fullDisk() async throws {
        let disk = SmallDisk(at: folder, "24m")
        let server = try disk.run(
            ["--listen", "tcp://127.0.0.1:0", "--metrics-listen", "http://127.0.0.1:0"]
                + ["--reserve", "8MiB", "--shared-address"]
        )
        let address = try #require(await server.nextLine())
        let pages = try #require(await server.nextLine())
        let (alice, bob) = (try person(address), try person(address))
        for (notelet, name) in [(alice, "alice"), (bob, "bob")] {
            try await notelet.signUp(username: name, email: email(name), password: password)
        }
        let filler = try disk.fill(of: server)
        var accountCount = 0
        while try await signUp("person\(accountCount)", at: address) { accountCount += 1 }
        let line = try #require(await server.nextEvent("store-full"))
        #expect(line.contains(" level=error ") && line.contains("short_of=disk"))
        let ready = try PageRequest.get("/readyz", at: pages)
        #expect(ready.status == 200 && ready.body.hasPrefix("ready, but the store is full"))
        let text = try Exposition(PageRequest.get("/metrics", at: pages).body)
        #expect(text.value("notelet_store_full", ["app": "default"]) == 1)
        #expect(text.value("notelet_ready") == 1)

        for _ in 0..<20 {
            let again = try person(address)
            _ = try await again.logIn(email: email("alice"), password: password)
            try await again.logOut()
        }
        try await alice.switchOffLink()
        try await bob.deleteAccount(password: password)
        _ = try await alice.contactLimit()

        try FileManager.default.removeItem(atPath: filler)
        let patience = Patience()
        while try await !signUp("carol", at: address) { try patience.check() }
        #expect(await server.nextEvent("store-has-room") != nil)
        #expect(try PageRequest.get("/readyz", at: pages).body == "ready\n")
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("A disk that has no room for a store is told so")
    func tooSmallADisk() async throws {
        for words in [["--check-config"], []] {
            let listen = ["--listen", "tcp://127.0.0.1:0"]
            let server = try SmallDisk(at: folder, "1m").run(listen + words)
            let line = try #require(await server.nextErrorLine())
            #expect(line.contains("a new store needs 67108864 there, twice --reserve"), "\(line)")
            #expect(await server.waitForEnd() == 78)
        }
    }

    @Test("A store whose disk was filled while no server ran is opened")
    func openingOnAFullDisk() async throws {
        let disk = SmallDisk(at: folder, "24m")
        // A second server in the place of the first one sees the same disk.
        let server = try disk.run(
            ["--listen", "tcp://127.0.0.1:0", "--reserve", "8MiB", "--shared-address"],
            filledBetween: true
        )
        let address = try #require(await server.nextLine())
        let alice = try person(address)
        try await alice.signUp(username: "alice", email: email("alice"), password: password)
        server.send(SIGTERM)
        let second = try #require(await server.nextLine())
        let again = try person(second)
        _ = try await again.logIn(email: email("alice"), password: password)
        try await again.deleteAccount(password: password)
        #expect(await server.nextEvent("stopped") != nil)
        server.send(SIGKILL)
    }
}
