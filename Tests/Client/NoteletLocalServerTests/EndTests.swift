import Foundation
import NoteletClient
import NoteletLocalServer
import TestSupport
import Testing

/// What is left of servers in the process.
@Suite("The end of a server in the process", .timeLimit(.minutes(1)))
struct EndTests {
    /// What the process has open whose name has a part.
    private static func open(_ part: String) throws -> [String] {
        let folder = "/proc/self/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }.filter { $0.contains(part) }
    }

    /// The name of the folder that a server's store is in.
    private static func place(of server: LocalServer) -> String {
        String(server.name.dropFirst("local://".count))
    }

    @Test("A stop leaves no file of the store open, and the last reference no folder")
    func nothingIsLeft() async throws {
        var server: LocalServer? = try LocalServer()
        let name = try Self.place(of: #require(server))
        var minji = try await server?.person("minji")
        let database = try #require(
            try Self.open(name).first { $0.hasSuffix("/store/data/data.mdb") }
        )
        let folder = String(try #require(database.split(separator: "/store/").first))
        await server?.stop()
        // The files of the log close with the last reference to the engine, a moment later.
        let patience = Patience()
        while try !Self.open(name).isEmpty { try await patience.pause() }
        server = nil
        // A client has its server to the end.
        #expect(FileManager.default.fileExists(atPath: folder))
        await #expect(throws: NoteletError.self) { try await minji?.profile() }
        minji = nil
        // The task by which the client connected may have one more reference for a moment.
        while FileManager.default.fileExists(atPath: folder) { try await patience.pause() }
    }

    @Test("A server that is let go without a stop leaves nothing either")
    func letGo() async throws {
        var server: LocalServer? = try LocalServer()
        let name = try Self.place(of: #require(server))
        _ = try await server?.person("minji")
        #expect(try !Self.open(name).isEmpty)
        server = nil
        let patience = Patience()
        while try !Self.open(name).isEmpty { try await patience.pause() }
    }

    /// In a process of its own, where nobody else opens anything.
    @Test("A server leaves no descriptor of any kind")
    func noDescriptorIsLeft() async {
        await #expect(processExitsWith: .success) {
            func round() async throws {
                let server = try LocalServer()
                let minji = try await server.person("minji")
                await server.cutConnections()
                _ = try await minji.profile()
                await server.stop()
                await minji.close()
            }
            let deadline = ContinuousClock.now + .seconds(20)
            // What all share, such as the loop of clients, stays from the first time on.
            try await round()
            while try !Self.open("notelet-local").isEmpty {
                precondition(ContinuousClock.now < deadline, "Descriptors of a store are left.")
                await Task.yield()
            }
            let count = try Self.open("").count
            for _ in 1...3 { try await round() }
            while try Self.open("").count != count {
                precondition(ContinuousClock.now < deadline, "Descriptors are left.")
                await Task.yield()
            }
        }
    }
}
