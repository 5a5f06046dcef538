import Foundation
import NoteletAPI
import NoteletClient
import ProtobufCoding
import TestSupport
import Testing

/// A server with its usual limits under attack: it keeps its memory and serves honest people.
///
/// `make attack` does the same with thousands of connections, and shows figures.
@Suite struct AttackTests {
    private static let health = request("notelet.v1.Health", "Check")

    private static func server(_ arguments: [String] = []) async throws -> ServerProcess {
        try await ServerProcess(arguments: arguments)
    }

    /// An address of this machine that no honest client has.
    private static func address(_ number: Int) -> UInt32 { 0x7f00_0101 + UInt32(number) }

    /// Attackers' connections, 50 from each address.
    private static func attackers(
        _ count: Int,
        on server: ServerProcess
    ) throws -> [RawConnection] {
        try (0..<count).map { index in
            try RawConnection(server.address, from: address(index / 50))
        }
    }

    /// The memory of a server that has done something of everything, in bytes.
    private static func memory(of server: ServerProcess) throws -> Int {
        let process = try #require(server.processIdentifier)
        let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
        let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Requests one after the other, each of a stream of its own.
    private static func requests(_ count: UInt32) -> [UInt8] {
        let frame = RawConnection.header(UInt32(health.count), 0, 1, 0) + health
        var bytes: [UInt8] = []
        for index in 0..<count {
            let place = bytes.count + 4
            bytes += frame
            // Only the number is written anew: to make all of a frame takes six times as long.
            withUnsafeBytes(of: (2 * index + 1).bigEndian) { number in
                bytes.replaceSubrange(place..<place + number.count, with: number)
            }
        }
        return bytes
    }

    private func expectServed(_ connection: RawConnection, _ id: UInt32 = 1) throws {
        connection.send(id, Self.health)
        #expect(try connection.receive()?.streamID == id)
    }

    @Test(.timeLimit(.minutes(1)))
    func aFloodThatReadsNothingComesToRest() async throws {
        let server = try await Self.server()
        let honest = try RawConnection(server.address)
        try expectServed(honest)
        let before = try Self.memory(of: server)
        let attackers = try Self.attackers(2, on: server)
        let requests = Self.requests(300_000)
        for attacker in attackers {
            #expect(attacker.flood(requests) < requests.count, "It stops being read.")
        }
        try expectServed(honest, 3)
        // 8 MiB for each: what D4 of the server's promises allows.
        #expect(try Self.memory(of: server) - before < 16 << 20)
        let answered = try (0..<10_000).map { _ in try attackers[0].receive()?.streamID }
        #expect(answered == (0..<10_000).map { 2 * $0 + 1 })
        #expect(await server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func announcedBytesTakeNoMemory() async throws {
        let server = try await Self.server()
        let honest = try RawConnection(server.address)
        try expectServed(honest)
        let before = try Self.memory(of: server)
        let attackers = try Self.attackers(400, on: server)
        for (index, attacker) in attackers.enumerated() {
            // What a stranger may send, what it may not, and what nobody may.
            let size: UInt32 = [16 << 10, 4 << 20, 16 << 20 - 1][index % 3]
            attacker.send(RawConnection.header(size, 1, 1, 0))
        }
        try expectServed(honest, 3)
        #expect(try attackers[1].receive()?.code == 8)
        #expect(try Self.memory(of: server) - before < 24 << 20)
        #expect(await server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func whoDripsIsSentAwayAndWhoIsHonestIsServed() async throws {
        let server = try await Self.server([
            "--first-frame-time", "1s", "--frame-time", "1s", "--authentication-time", "2s",
        ])
        let honest = try await signUp("honest", at: server.address)
        // A stranger that has asked something has its time as well, which runs beside the others'.
        let stranger = try RawConnection(server.address)
        try expectServed(stranger)
        let attackers = try Self.attackers(100, on: server)
        let header = RawConnection.header(16_000, 1, 1, 0)
        for byte in header.prefix(3) {
            for attacker in attackers { attacker.send([byte]) }
            _ = try await honest.profile()
        }
        for attacker in attackers { #expect(try attacker.receive() == nil) }
        #expect(try stranger.receive() == nil)
        // Whoever was sent away may come again.
        try expectServed(RawConnection(server.address))
        _ = try await honest.profile()
        #expect(await server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func aWatchThatIsNotReadTakesLittleAndLosesNothing() async throws {
        let server = try await ServerProcess()
        let sessions = MemorySessionStore()
        let reader = try Notelet(server.address, sessions: sessions)
        try await reader.signUp(username: "reader", email: "r@example.com", password: password)
        let writer = try await signUp("writer", at: server.address)
        let link = try #require(try await reader.link()?.url)
        let token = try #require(sessions.load()?.accessToken)
        let slow = try RawConnection(server.address)
        let watch = request("notelet.v1.Sync", "Watch", token: token)
        slow.send(1, flags: 1, watch)
        let noteCount = 600
        let text = String(repeating: "가", count: 2_000)
        for number in 0..<noteCount {
            try await writer.send("\(number) \(text.prefix(1_990))", toLink: link)
        }
        let before = try Self.memory(of: server)
        let others = try (1...8).map { _ in
            let other = try RawConnection(server.address)
            for stream in 0..<32 as Range<UInt32> {
                other.send(2 * stream + 1, flags: 1, watch)
            }
            return other
        }
        _ = try await reader.profile()
        // 8 x 32 streams want 3.6 MB each, which is 900 MB. A connection keeps 1 MiB and the page
        // that crossed it, in a buffer of at most twice that; the notes themselves come on top.
        #expect(try Self.memory(of: server) - before < (8 * 4 + 16) << 20)
        var received: [String] = []
        while received.count < noteCount {
            let frame = try #require(try slow.receive())
            let page = try ProtobufDecoder().decode(ChangePage.self, from: frame.body)
            for change in page.changes {
                if case .received(let note) = change.kind { received.append(note.content) }
            }
        }
        let numbers = received.map { $0.prefix { $0 != " " } }
        #expect(numbers == (0..<noteCount).map { Substring("\($0)") })
        withExtendedLifetime(others) {}
        #expect(await server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func idleConnectionsTakeLittleAndOneAddressHasFew() async throws {
        let server = try await Self.server()
        let honest = try RawConnection(server.address)
        try expectServed(honest)
        let before = try Self.memory(of: server)
        let attackers = try Self.attackers(1_000, on: server)
        for attacker in attackers { try expectServed(attacker) }
        // 16 KiB for each, as D11 of the server's promises allows.
        #expect(try Self.memory(of: server) - before < (1_000 * 16) << 10)
        try expectServed(honest, 3)
        let last = try (1...64).map { _ in try RawConnection(server.address, from: 0x7f00_0301) }
        for connection in last { try expectServed(connection) }
        #expect(try RawConnection(server.address, from: 0x7f00_0301).receive() == nil)
        try expectServed(RawConnection(server.address, from: 0x7f00_0302))
        #expect(await server.stop() == 0)
    }
}

/// An encoded `ttrpc.Request` with an access token.
private func request(_ service: String, _ method: String, token: String) -> [UInt8] {
    let pair =
        field(1, Array("authorization".utf8)) + field(2, Array("Bearer \(token)".utf8))
    return request(service, method) + field(5, pair)
}
