import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletInterface
import NoteletTestSupport
import Testing

@testable import NoteletOffline

/// For how long a write is sent again by itself.
@Suite("Age of a try")
struct EntryTests {
    private func entry(triedAt: Date?) -> OutboxEntry {
        OutboxEntry(
            id: UUID(),
            lane: [],
            write: .add("민지"),
            createdAt: .start,
            triedAt: triedAt,
            state: .pending
        )
    }

    @Test("What was never tried, or had its reply, does not age")
    func untried() {
        #expect(!entry(triedAt: nil).isStale(at: .distantFuture))
        #expect(!entry(triedAt: nil).isStale(at: .distantPast))
    }

    @Test(
        "A key counts for 23 hours, and a clock that went back by more than 5 minutes for nothing",
        arguments: [
            (0, false), (82_799, false), (82_799.9, false), (82_800, true), (1e9, true),
            (-1, false), (-300, false), (-300.1, true), (-86_400, true),
        ] as [(TimeInterval, Bool)]
    )
    func edges(age: TimeInterval, isStale: Bool) {
        #expect(entry(triedAt: .start).isStale(at: .start + age) == isStale)
    }

    @Test("No moment is too far away to be compared")
    func extremes() {
        #expect(entry(triedAt: .start).isStale(at: .distantFuture))
        #expect(entry(triedAt: .start).isStale(at: .distantPast))
        #expect(entry(triedAt: .distantFuture).isStale(at: .start))
    }

    @Test("A moment that no calendar has is kept as some moment")
    func strangeMoments() throws {
        let copy = try TestCopy()
        for moment in [Date(timeIntervalSince1970: .infinity), .init(timeIntervalSince1970: .nan)] {
            let id = try copy.tables.keep(.add("민지"), at: moment)
            #expect(try copy.tables.entry(id)?.createdAt == Date(timeIntervalSince1970: 0))
        }
        for moment in [Date.distantPast, .distantFuture, .start + 0.25] {
            let id = try copy.tables.keep(.add("민지"), at: moment)
            #expect(try copy.tables.entry(id)?.createdAt == moment)
        }
    }
}

/// The network, as attempts find it.
@Suite("The network by attempts", .timeLimit(.minutes(1)))
struct AttemptMonitorTests {
    private let monitor = AttemptMonitor()

    @Test("It believes in a network until an attempt says otherwise")
    func lastAttempt() {
        #expect(monitor.isConnected)
        monitor.noteAttempt(isReached: false)
        #expect(!monitor.isConnected)
        monitor.noteAttempt(isReached: true)
        #expect(monitor.isConnected)
    }

    @Test("Observers hear what is so, and each change once")
    func observation() async {
        var states = monitor.observeConnection().makeAsyncIterator()
        #expect(await states.next() == true)
        monitor.noteAttempt(isReached: true)
        monitor.noteAttempt(isReached: false)
        #expect(await states.next() == false)
        let seen = Log<Bool>()
        let observing = Task { [monitor] in
            for await state in monitor.observeConnection() { seen.append(state) }
        }
        await seen.wait(forCount: 1)
        monitor.noteAttempt(isReached: false)
        monitor.noteAttempt(isReached: true)
        await seen.wait(forCount: 2)
        #expect(seen.entries == [false, true])
        observing.cancel()
        await observing.value
    }

    @Test("A monitor that asks the system has no need of attempts")
    func systemMonitors() {
        struct SystemMonitor: NetworkMonitorInterface {
            let isConnected = true
            func observeConnection() -> AsyncStream<Bool> { AsyncStream { nil } }
        }
        let monitor: any NetworkMonitorInterface = SystemMonitor()
        monitor.noteAttempt(isReached: false)
        #expect(monitor.isConnected)
    }
}

/// How a copy stands to the service, as it is told.
@Suite("The state of a copy")
struct SyncStateBoxTests {
    private let hub = ChangeHub()

    @Test("A state is told where it is another one, and since when there is no way is kept")
    func changes() {
        let box = SyncStateBox(.catchingUp, hub: hub)
        #expect(box.state == .catchingUp)
        box.set(.catchingUp)
        #expect(hub.version(of: .sync) == 0)
        box.setOffline(at: .start)
        let version = hub.version(of: .all)
        #expect(box.state == .offline(since: .start) && hub.version(of: .sync) == version)
        box.setOffline(at: .start + 5)
        #expect(box.state == .offline(since: .start) && hub.version(of: .all) == version)
        box.set(.upToDate)
        box.setOffline(at: .start + 9)
        #expect(box.state == .offline(since: .start + 9))
    }
}
