import Glibc
import Testing

@testable import Networking

@Suite
struct AdoptionTests {
    private final class Seat: PeerSeat {
        let peer: RecordingHandler

        init(_ peer: RecordingHandler) {
            self.peer = peer
        }

        func handler(for connection: Connection) -> (any ConnectionHandler)? { peer }
    }

    /// Takes over the client's end, and waits for what comes of it.
    private static func adopt(
        _ descriptor: Int32,
        on network: TestNetwork,
        _ handler: RecordingHandler = RecordingHandler()
    ) throws -> Connection {
        let results = Mailbox<Result<Connection, SocketError>>()
        Connector.adopt(
            descriptor,
            on: network.group.next(),
            handler: { _ in handler },
            completion: { results.put($0) }
        )
        return try results.take().get()
    }

    /// A socket by what the kernel calls it: another one may get its number.
    private struct OpenSocket {
        let descriptor: Int32
        private let inode: UInt?

        init(_ descriptor: Int32) {
            self.descriptor = descriptor
            inode = Self.inode(of: descriptor)
        }

        var isOpen: Bool { inode != nil && Self.inode(of: descriptor) == inode }

        private static func inode(of descriptor: Int32) -> UInt? {
            var status = stat()
            return fstat(descriptor, &status) == 0 ? status.st_ino : nil
        }
    }

    @Test
    func `The ends of a pair talk to each other, and each is closed once`() throws {
        try TestNetwork.run { network in
            var pair = try SocketPair()
            let first = OpenSocket(pair.takeFirst())
            let second = OpenSocket(pair.takeSecond())
            let (server, client) = (RecordingHandler.echo(), RecordingHandler())
            let networks = Mailbox<PeerNetwork>()
            try network.group.loops[0].admit(first.descriptor) { network in
                networks.put(network)
                return Seat(server)
            }
            let connection = try Self.adopt(second.descriptor, on: network, client)
            connection.loop.execute { connection.write([1, 2, 3]) }
            #expect(try client.takeBytes(3) == [1, 2, 3])
            #expect(try networks.take() == .local)
            #expect(first.isOpen && second.isOpen)
            connection.loop.execute { connection.close() }
            #expect(try client.takeCloseReason() == .local)
            #expect(try server.takeCloseReason() == .peerClosed)
            #expect(!first.isOpen && !second.isOpen)
        }
    }

    @Test
    func `An end that nobody takes is closed with its pair`() throws {
        func takeFirst() throws -> Int32 {
            var pair = try SocketPair()
            return pair.takeFirst()
        }
        let first = try takeFirst()
        defer { close(first) }
        var byte: UInt8 = 0
        #expect(recv(first, &byte, 1, Int32(MSG_DONTWAIT)) == 0)
    }

    @Test
    func `A peer that is not let in finds its connection closed`() throws {
        try TestNetwork.run { network in
            var pair = try SocketPair()
            let first = OpenSocket(pair.takeFirst())
            try network.group.loops[0].admit(first.descriptor) { _ in nil }
            let handler = RecordingHandler()
            _ = try Self.adopt(pair.takeSecond(), on: network, handler)
            _ = try handler.takeCloseReason()
            #expect(!first.isOpen)
        }
    }

    enum Stranger: CaseIterable {
        case nothing, pipe, unconnected, datagram

        /// A descriptor that cannot be a connection, and how that is told.
        func open() throws -> (descriptor: Int32, errno: Int32) {
            switch self {
            case .nothing: return (-1, EBADF)
            case .pipe:
                var ends: [Int32] = [-1, -1]
                try #require(Glibc.pipe(&ends) == 0)
                close(ends[1])
                return (ends[0], ENOTSOCK)
            case .unconnected:
                return (socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), ENOTCONN)
            case .datagram:
                return (socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0), EINVAL)
            }
        }
    }

    @Test(arguments: Stranger.allCases)
    func `What is no connection is an error, and closed`(stranger: Stranger) throws {
        try TestNetwork.run { network in
            for isServer in [true, false] {
                let (descriptor, number) = try stranger.open()
                let socket = OpenSocket(descriptor)
                let error = #expect(throws: SocketError.self) {
                    if isServer {
                        try network.group.loops[0].admit(descriptor) { _ in nil }
                    } else {
                        _ = try Self.adopt(descriptor, on: network)
                    }
                }
                guard case .system(let cause) = error else {
                    Issue.record("The error is \(String(describing: error)).")
                    return
                }
                #expect(cause.errno == number)
                #expect(!socket.isOpen)
            }
        }
    }

    @Test
    func `A loop that was stopped takes nothing over, and closes it`() throws {
        let group = try EventLoopGroup(loopCount: 1)
        group.shutdown()
        var pair = try SocketPair()
        let (first, second) = (OpenSocket(pair.takeFirst()), OpenSocket(pair.takeSecond()))
        #expect(throws: SocketError.loopStopped) {
            try group.loops[0].admit(first.descriptor) { _ in nil }
        }
        #expect(throws: SocketError.loopStopped) {
            try Self.adopt(second.descriptor, on: TestNetwork(group: group))
        }
        #expect(!first.isOpen && !second.isOpen)
    }
}
