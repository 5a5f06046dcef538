import ClientTestSupport
import ConfigClient
import NoteletAPI
import NoteletClient
import ProtobufCoding
import TTRPC
import Testing

@Suite("The published configuration of a client")
struct ConfigTests {
    private static func change(_ version: UInt64) -> ConfigChange {
        let entries = [ConfigEntry(key: "a", value: "\(version)")]
        return ConfigChange(version: version, entries: entries)
    }

    @Test("Who is not signed in fetches it, and tells which version is known")
    func fetching() async throws {
        let known = Log<UInt64>()
        let server = try FakeServer { router in
            router.answer(ConfigAPI.fetchConfig) { request, _ in
                known.append(request.knownVersion)
                return FetchConfigResponse(version: 3, unchanged: request.knownVersion == 3)
            }
        }
        let notelet = try TestClient(server).notelet
        #expect(try await !notelet.fetchConfig(knownVersion: 0).unchanged)
        #expect(try await notelet.fetchConfig(knownVersion: 3).unchanged)
        #expect(known.entries == [0, 3])
    }

    @Test("Of versions that came together the newest is shown, and none twice")
    func observing() async throws {
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.stream(SyncAPI.watch) { request, writer, _ in
                for versions: [UInt64] in [[], [1, 2], [3]] {
                    let shared = try versions.map { version in
                        SharedChange(
                            type: "notelet.config.v1.ConfigChange",
                            value: try ProtobufEncoder().encode(Self.change(version))
                        )
                    }
                    var page = ChangePage(changes: shared.map { Change(kind: .shared($0)) })
                    page.feed = request.feeds.first?.feed ?? ""
                    page.isUpToDate = true
                    try await writer.send(page)
                }
                try await writer.send(ChangePage(feed: "config/published", isOver: true))
            }
        }
        let notelet = try TestClient(server).notelet
        try await notelet.becomeGuest()
        var versions: [ConfigChange] = []
        for try await version in notelet.observeConfig() { versions.append(version) }
        #expect(versions == [Self.change(2), Self.change(3)])
    }

    @Test("A change that cannot be read ends the sequence with what is wrong")
    func nonsense() async throws {
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.stream(SyncAPI.watch) { _, writer, _ in
                let shared = SharedChange(type: "notelet.config.v1.ConfigChange", value: [0xFF])
                let change = Change(kind: .shared(shared))
                try await writer.send(ChangePage(changes: [change], feed: "config/published"))
            }
        }
        let notelet = try TestClient(server).notelet
        try await notelet.becomeGuest()
        let error = await #expect(throws: NoteletError.self) {
            for try await _ in notelet.observeConfig() {}
        }
        #expect(error?.code == .protocolViolation)
    }
}
