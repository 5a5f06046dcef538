package import NoteletAPI
package import NoteletClient
import ProtobufCoding
import Locking
package import TTRPC

/// A client on a clock of the test's own, whose pauses take no time and are written down.
package struct TestClient: Sendable {
    /// The client.
    package let notelet: Notelet
    /// What keeps its session.
    package let store: MemorySessionStore
    /// How long it paused, each time.
    package let pauses = Log<Duration>()
    /// Its clock.
    package let clock: TestClock

    /// Makes a client of a server.
    package init(
        _ server: FakeServer,
        store: MemorySessionStore = MemorySessionStore(),
        clock: TestClock = TestClock(),
        isPausingOnClock: Bool = false,
        configure: (inout NoteletConfiguration) -> Void = { _ in },
        whilePausing: @escaping @Sendable () async -> Void = { await Task.yield() }
    ) throws {
        try self.init(
            "\(server.address)",
            store: store,
            clock: clock,
            isPausingOnClock: isPausingOnClock,
            configure: configure,
            whilePausing: whilePausing
        )
    }

    /// Makes a client of a server at an address, whose time for calls its pauses use up if it is
    /// pausing on its clock.
    package init(
        _ address: String,
        store: MemorySessionStore = MemorySessionStore(),
        clock: TestClock = TestClock(),
        isPausingOnClock: Bool = false,
        configure: (inout NoteletConfiguration) -> Void = { _ in },
        whilePausing: @escaping @Sendable () async -> Void = { await Task.yield() }
    ) throws {
        var configuration = NoteletConfiguration()
        configure(&configuration)
        var sources = ClientSources.system
        sources.now = { clock.now }
        sources.randomFraction = { 0 }
        if isPausingOnClock {
            sources.uptime = { [pauses] in pauses.entries.reduce(.zero, +) }
        }
        sources.sleep = { [pauses] duration in
            pauses.append(duration)
            try Task.checkCancellation()
            await whilePausing()
        }
        self.store = store
        self.clock = clock
        notelet = try Notelet(
            address,
            sessions: store,
            configuration: configuration,
            sources: sources
        )
    }
}

/// A wall clock that stands until it is moved.
package final class TestClock: Sendable {
    private let seconds = Mutex<Int64>(1_000_000)

    /// Begins at a moment of its own.
    package init() {}

    /// The seconds that it shows.
    package var now: Int64 { seconds.withLock { $0 } }

    /// Moves it on.
    package func advance(_ count: Int64) {
        seconds.withLock { $0 += count }
    }
}

extension Session {
    /// A session whose tokens bear a number; the access token lasts 15 minutes.
    package static func numbered(_ number: Int, at now: Int64 = 1_000_000) -> Session {
        Session(
            accessToken: "access-\(number)",
            accessExpiresAt: Timestamp(seconds: now + 900),
            refreshToken: "refresh-\(number)",
            refreshExpiresAt: Timestamp(seconds: now + 30 * 86_400)
        )
    }
}

extension Router {
    /// Registers guests: each gets the next numbered session, from 1 on.
    package mutating func admitGuests(_ clock: TestClock) {
        let count = Log<Void>()
        answer(AccountsAPI.createGuest) { _, _ in
            CreateGuestResponse(session: .numbered(count.append(()), at: clock.now))
        }
    }
}
