import Glibc
import TestSupport
import Testing

/// A live server against bytes that no honest client sends.
@Suite struct BadInputTests {
    private static let health = request("notelet.v1.Health", "Check")

    private static func server() async throws -> (server: ServerProcess, addresses: [String]) {
        let folder = TemporaryDirectory()
        let socket = "unix://" + folder.path("notelet.sock")
        let arguments = ["--listen", socket, "--shared-address"]
        let server = try await ServerProcess(in: folder, arguments: arguments)
        return (server, [server.address, socket])
    }

    /// Whether the connection still serves.
    private func expectAlive(_ connection: RawConnection, _ id: UInt32) throws {
        connection.send(id, Self.health)
        let frame = try #require(try connection.receive())
        #expect(frame.streamID == id && frame.type == 2 && frame.code == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func whereTheBoundaryIsKnownTheConnectionGoesOn() async throws {
        let (server, addresses) = try await Self.server()
        let mebibytes4 = 4 << 20
        let bad: [(body: [UInt8], code: UInt8)] = [
            (request("notelet.v1.Nothing", "Check"), 12),
            (request("notelet.v1.Health", "Nothing"), 12),
            (request("", ""), 12),
            ([0x0a, 0x7f, 0x41], 3),
            ([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 3),
            ([0x0a, 0x02, 0xc3, 0x28, 0x12, 0x01, 0x41], 3),
            (request("notelet.v1.Profiles", "FindByLink", [0x0a, 0x7f]), 3),
            (request("notelet.v1.Profiles", "FindByLink", [0x0a, 0x02, 0xc3, 0x28]), 3),
            (request("notelet.v1.Profiles", "FindByLink", [0x0a, 0x01, 0x61]), 5),
            (request("notelet.v1.Messages", "ListSent"), 16),
            ([UInt8](repeating: 0, count: mebibytes4 + 1), 8),
        ]
        for address in addresses {
            let connection = try RawConnection(address)
            var id: UInt32 = 1
            for (body, code) in bad {
                #expect(connection.send(id, body))
                let frame = try #require(try connection.receive(), "\(body.prefix(40))")
                #expect(frame.streamID == id && frame.code == code, "\(body.prefix(40))")
                try expectAlive(connection, id + 2)
                id += 4
            }
        }
        #expect(await server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func wrongStreamIDsAndTypesAreRefusedOrPassedOver() async throws {
        let (server, addresses) = try await Self.server()
        for address in addresses {
            let connection = try RawConnection(address)
            try expectAlive(connection, 1)
            connection.send(2, Self.health)
            #expect(try connection.receive()?.code == 3)
            connection.send(1, Self.health)
            #expect(try connection.receive()?.code == 3)
            connection.send(99, type: 77, [1, 2, 3])
            try expectAlive(connection, 3)
        }
        #expect(await server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func whereTheBoundaryIsLostTheConnectionEnds() async throws {
        let (server, addresses) = try await Self.server()
        let openings: [[UInt8]] = [
            Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
            [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x00],
            [UInt8](repeating: 0xff, count: 64),
        ]
        for address in addresses {
            for opening in openings {
                let connection = try RawConnection(address)
                connection.send(opening)
                while try connection.receive() != nil {}
            }
            try expectAlive(try RawConnection(address), 1)
        }
        #expect(await server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func randomAndAlteredBytesDoNotBringTheServerDown() async throws {
        var random = SeededGenerator()
        let (server, addresses) = try await Self.server()
        let sample = RawConnection.header(UInt32(Self.health.count), 1, 1, 0) + Self.health
        for address in addresses {
            for round in 0..<150 {
                let connection = try RawConnection(address)
                var bytes = sample
                if round.isMultiple(of: 3) {
                    let count = Int.random(in: 1...200, using: &random)
                    bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                } else {
                    for _ in 0..<Int.random(in: 1...4, using: &random) {
                        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                            in: 0...255,
                            using: &random
                        )
                    }
                }
                connection.send(bytes)
            }
            try expectAlive(try RawConnection(address), 1)
        }
        #expect(await server.stop() == 0, "\(random)")
    }
}
