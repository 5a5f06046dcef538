import ClientTestSupport
import Foundation
import NoteletClient
import NoteletInterface
import NoteletRemote
import NoteletTestSupport
import TestSupport
import Testing

@testable import NoteletOffline

/// Events that wait, and how they go out.
@Suite("Events on a device", .timeLimit(.minutes(1)))
struct AnalyticsTests {
    private let folder = TemporaryDirectory(in: .memory)
    private let network = FakeNetworkMonitor()
    private let sent = Log<[LoggedEvent]>()
    private let tried = Log<EventStore.Batch>()

    private var place: URL { URL(fileURLWithPath: folder.path("copies")) }

    private func buffer(
        _ send: (@Sendable ([LoggedEvent]) async throws -> Void)? = nil
    ) -> EventBuffer {
        var configuration = OfflineConfiguration()
        configuration.networkMonitor = network
        configuration.dateClient = .fixed(.start)
        configuration.eventInterval = .zero
        configuration.retry.pauseMin = .milliseconds(1)
        configuration.retry.pauseMax = .milliseconds(5)
        return EventBuffer(in: place, configuration: configuration) { [sent, tried] batch in
            tried.append(batch)
            try await send?(batch.events)
            sent.append(batch.events)
        }
    }

    private func store() -> EventStore {
        EventStore(path: place.appendingPathComponent("events.sqlite").path)
    }

    @Test("What is noted goes out, with its moment, in its order")
    func sending() async throws {
        let buffer = buffer()
        let analytics = OfflineAnalyticsRepository(events: buffer)
        analytics.logUserListViewed(count: 2)
        analytics.logEvent("opened")
        let patience = Patience()
        while sent.entries.flatMap(\.self).count < 2 { try await patience.pause() }
        let events = sent.entries.flatMap(\.self)
        #expect(events.map(\.name) == ["user_list_viewed", "opened"])
        #expect(events.first?.properties == ["count": "2"])
        #expect(events.allSatisfy { $0.occurredAt == .start })
        await buffer.close()
    }

    @Test("Without a network events wait, also for the next start, and go out in batches of 100")
    func waiting() async throws {
        network.isConnected = false
        let first = buffer()
        for number in 1...201 { first.log("e", ["n": "\(number)"]) }
        await first.close()
        #expect(sent.entries.isEmpty)
        let second = buffer()
        second.log("e", ["n": "202"])
        network.isConnected = true
        await sent.wait(forCount: 3)
        #expect(sent.entries.map(\.count) == [100, 100, 2])
        let numbers = sent.entries.flatMap(\.self).compactMap { $0.properties["n"] }
        #expect(numbers == (1...202).map(String.init))
        await second.close()
        #expect(try await store().firstBatch() == nil)
    }

    @Test("1,000 events wait at most, and the oldest make room", arguments: [999, 1_000, 1_001])
    func tooMany(count: Int) async throws {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let store = store()
        for number in 1...count {
            try await store.append(
                LoggedEvent(name: "\(number)", properties: [:], occurredAt: .start)
            )
        }
        var names: [String] = []
        while let batch = try await store.firstBatch() {
            #expect(batch.events.count <= 100)
            names += batch.events.map(\.name)
            try await store.remove(batch)
        }
        #expect(names.count == min(1_000, count) && names.last == "\(count)")
        #expect(names.first == "\(max(1, count - 999))")
        await store.close()
    }

    @Test("A batch is as large as a request without a token may be, and one event goes in any case")
    func largeEvents() async throws {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let store = store()
        for length in [5_000, 5_000, 5_000, 20_000] {
            let text = String(repeating: "x", count: length)
            let event = LoggedEvent(name: "e", properties: ["t": text], occurredAt: .start)
            try await store.append(event)
        }
        var counts: [Int] = []
        while let batch = try await store.firstBatch() {
            counts.append(batch.events.count)
            try await store.remove(batch)
        }
        #expect(counts == [2, 1, 1])
        await store.close()
    }

    @Test("What does not get through is sent again; what is refused is dropped alone")
    func failures() async throws {
        let tries = Log<Int>()
        let crowded = Refusal(reason: "RATE_LIMITED", isRetryable: true)
        let buffer = buffer { events in
            switch tries.append(events.count) {
            case 1: throw AppError.network(.noConnection)
            case 2: throw AppError(.network(.server(code: 8)), refusal: crowded)
            case 3: throw AppError.data(.validation("bad"))
            default: break
            }
        }
        buffer.log("bad", [:])
        await tries.wait(forCount: 3)
        #expect(sent.entries.isEmpty)
        buffer.log("good", [:])
        await sent.wait(forCount: 1)
        #expect(sent.entries.flatMap(\.self).map(\.name) == ["good"])
        await buffer.close()
    }

    @Test("What may have got through is sent again under its key, also after the next start")
    func sentOnce() async throws {
        let first = buffer { _ in throw AppError.network(.noConnection) }
        first.log("e", ["n": "1"])
        await tried.wait(forCount: 2)
        first.log("e", ["n": "2"])
        await first.close()
        let triedCount = tried.entries.count
        let second = buffer()
        await sent.wait(forCount: 2)
        await second.close()
        let names = sent.entries.map { $0.compactMap { $0.properties["n"] } }
        #expect(names == [["1"], ["2"]])
        let batches = tried.entries
        #expect(Set(batches.prefix(triedCount + 1).map(\.key)).count == 1)
        #expect(batches.last?.key != batches.first?.key)
        #expect(batches.allSatisfy { $0.key.utf8.count == 32 })
        // It is one installation, and none of its events says which one.
        #expect(Set(batches.map(\.installation)).count == 1)
        #expect(batches[0].installation.utf8.count == 32)
        #expect(batches[0].installation != batches[0].key)
    }

    @Test("A batch of which a part made room is the rest of it")
    func trimmedBatch() async throws {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let store = store()
        func append(_ numbers: ClosedRange<Int>) async throws {
            for number in numbers {
                try await store.append(
                    LoggedEvent(name: "\(number)", properties: [:], occurredAt: .start)
                )
            }
        }
        try await append(1...3)
        let first = try #require(try await store.firstBatch())
        try await append(4...1_002)
        let rest = try #require(try await store.firstBatch())
        #expect(rest.events.map(\.name) == ["3"] && rest.key == first.key)
        try await append(1_003...1_003)
        let next = try #require(try await store.firstBatch())
        #expect(next.events.first?.name == "4" && next.events.count == 100)
        #expect(next.key != first.key)
        await store.close()
    }

    @Test("A file that is damaged is begun anew; where there can be no folder, events are lost")
    func damage() async throws {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let path = place.appendingPathComponent("events.sqlite")
        try Data(repeating: 0x5A, count: 8_192).write(to: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path.path)
        let buffer = buffer()
        buffer.log("e", [:])
        await sent.wait(forCount: 1)
        await buffer.close()
        let nowhere = EventBuffer(
            in: path.appendingPathComponent("below"),
            configuration: OfflineConfiguration()
        ) { _ in Issue.record("Nothing was kept.") }
        nowhere.log("e", [:])
        await nowhere.close()
    }
}
