import Domain
import NoteletAPI
import TestSupport
import Testing

@testable import Serving
import Storage

/// A machine whose clock is set forward by days and back, and a server that runs through it or is
/// started in between.
@Suite struct SetClockTests {
    private let directory = TemporaryDirectory(in: .memory)
    private let clock = TestClock()
    private static let day: Int64 = 86_400

    private func service() throws -> TestService {
        try TestService(directory: directory, clock: clock)
    }

    /// Does all housekeeping there is.
    private func keepHouse(_ service: TestService) async {
        await service.keepHouse()
        let housekeeping = Housekeeping(service.running)
        while await housekeeping.sweepSessions() == .moreWaiting {}
        housekeeping.beat()
        service.dependencies.lived.keepNote(isLast: true)
    }

    enum Between: CaseIterable {
        case nothing
        /// The server is started while the clock is wrong.
        case restart
        /// And with it the machine.
        case machineRestart
    }

    /// Begins anew, if that is what happens in between.
    private func pass(_ between: Between, _ service: TestService) throws -> TestService {
        if between == .nothing { return service }
        service.store.close()
        if between == .machineRestart { clock.restartMachine() }
        return try self.service()
    }

    @Test(arguments: Between.allCases, [-4_000, -3, 3, 60, 4_000] as [Int64])
    func repliesAndSessionsDoNotVanish(between: Between, days: Int64) async throws {
        var service = try service()
        let alice = try await service.person("alice")
        let rotate = { (service: TestService, key: String) in
            try await service.call(
                ProfilesAPI.rotateLink,
                RotateLinkRequest(),
                as: alice.elsewhere,
                key: key
            )
        }
        let first = try await rotate(service, "before")
        await keepHouse(service)

        clock.set(clock.now().adding(seconds: days * Self.day))
        service = try pass(between, service)
        await keepHouse(service)
        clock.advance(seconds: 30)
        await keepHouse(service)
        // Who logs in meanwhile has a session of the wrong time.
        let meanwhile = try await service.logIn(alice)
        let second = try await service.call(
            ProfilesAPI.rotateLink,
            RotateLinkRequest(),
            as: meanwhile.caller,
            key: "meanwhile"
        )

        clock.set(clock.now().adding(seconds: -days * Self.day))
        service = try pass(between, service)
        await keepHouse(service)
        clock.advance(seconds: 30)
        await keepHouse(service)
        #expect(try await encode(rotate(service, "before")) == encode(first))
        let again = try await service.renewed(alice)
        #expect(
            try await encode(
                service.call(
                    ProfilesAPI.rotateLink,
                    RotateLinkRequest(),
                    as: again.caller,
                    key: "meanwhile"
                )
            ) == encode(second)
        )
        _ = try await service.refresh(again.session.refreshToken)
        service.store.close()
    }

    @Test func sessionsOfAClockThatWasAheadEndAllTheSame() async throws {
        let service = try service()
        let alice = try await service.person("alice")
        clock.set(clock.now().adding(seconds: 4_000 * Self.day))
        let ahead = try await service.logIn(alice)
        clock.set(TestClock.start)
        await keepHouse(service)
        // As any session that is not used, after 30 days, and a week later nothing is left of it.
        clock.advance(seconds: 31 * Self.day)
        let refresh = RefreshRequest(refreshToken: ahead.session.refreshToken)
        #expect(
            try await service.reason(AccountsAPI.refresh, refresh, as: .nobody)
                == .notAuthenticated
        )
        clock.advance(seconds: 7 * Self.day)
        await keepHouse(service)
        #expect(try service.contents().count { $0.hasPrefix("sessions ") } == 0)
        service.store.close()
    }

    /// A clock that stays wrong is believed at last, and not before a session's own time.
    @Test func aClockThatStaysAheadIsBelievedAtLast() async throws {
        let service = try service()
        _ = try await service.person("alice")
        clock.set(clock.now().adding(seconds: 4_000 * Self.day))
        func sessionCount() throws -> Int {
            try service.contents().count { $0.hasPrefix("sessions ") }
        }
        for _ in 0..<30 {
            clock.advance(seconds: Self.day)
            await keepHouse(service)
        }
        #expect(try sessionCount() == 1)
        clock.advance(seconds: Self.day)
        await keepHouse(service)
        #expect(try sessionCount() == 0)
        service.store.close()
    }
}
