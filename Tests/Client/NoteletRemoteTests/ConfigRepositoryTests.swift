import ClientTestSupport
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import ProtobufCoding
import TTRPC
import Testing

@Suite("The published configuration over the wire", .timeLimit(.minutes(1)))
struct ConfigRepositoryTests {
    private static func entries(_ version: UInt64) -> [ConfigEntry] {
        [ConfigEntry(key: "a", value: "\(version)")]
    }

    @Test("Who is not signed in asks for what is newer, and has it until the next one")
    func refreshing() async throws {
        let known = Log<UInt64>()
        let desk = try Desk { router in
            router.answer(ConfigAPI.fetchConfig) { request, _ in
                let count = known.append(request.knownVersion)
                // The second time there is nothing newer, the third time something older.
                switch count {
                case 1: return FetchConfigResponse(version: 4, entries: Self.entries(4))
                case 2: return FetchConfigResponse(version: 4, unchanged: true)
                default: return FetchConfigResponse(version: 3, entries: Self.entries(3))
                }
            }
        }
        let config = desk.remote.config
        #expect(await config.currentConfig() == .none)
        for version: UInt64 in [4, 4, 3] {
            let refreshed = try await config.refreshConfig()
            #expect(refreshed == PublishedConfig(version: version, values: ["a": "\(version)"]))
            #expect(await config.currentConfig() == refreshed)
        }
        #expect(known.entries == [0, 4, 4])
    }

    @Test("Who has a version says when it was published, to the millisecond as it was told")
    func asking() async throws {
        let known = Log<FetchConfigRequest>()
        let desk = try Desk { router in
            router.answer(ConfigAPI.fetchConfig) { request, _ in
                let number = known.append(request)
                return FetchConfigResponse(
                    version: 4,
                    entries: Self.entries(UInt64(number)),
                    publishedAt: Timestamp(seconds: 1_780_000_000, nanos: 123_000_000)
                )
            }
        }
        for number in 1...2 {
            let refreshed = try await desk.remote.config.refreshConfig()
            #expect(refreshed.values == ["a": "\(number)"])
        }
        _ = try await desk.remote.config.refreshConfig()
        #expect(known.entries.map(\.knownVersion) == [0, 4, 4])
        let told = Timestamp(seconds: 1_780_000_000, nanos: 123_000_000)
        #expect(known.entries.map(\.knownPublishedAt) == [nil, told, told])
    }

    @Test("An answer that was long on its way does not take back what the feed has told")
    func overtaking() async throws {
        let asked = Log<Void>()
        let isSeen = Log<Void>()
        let desk = try await Desk.signedIn { router in
            router.answer(ConfigAPI.fetchConfig) { _, _ in
                guard asked.append(()) > 1 else {
                    return FetchConfigResponse(version: 5, entries: Self.entries(5))
                }
                await isSeen.wait(forCount: 1)
                return FetchConfigResponse(version: 6, entries: Self.entries(6))
            }
            router.stream(SyncAPI.watch) { request, writer, _ in
                await asked.wait(forCount: 2)
                let feed = request.feeds.first?.feed ?? ""
                try await writer.send(try Self.page(of: 7, in: feed))
                await isSeen.wait(forCount: 2)
            }
        }
        let config = desk.remote.config
        var refreshing: Task<PublishedConfig, any Error>?
        for await version in config.observeConfig().map(\.version) {
            if version == 5, refreshing == nil {
                refreshing = Task { try await config.refreshConfig() }
            }
            if version == 7 { break }
        }
        isSeen.append(())
        #expect(try await refreshing?.value.version == 7)
        #expect(await config.currentConfig().values == ["a": "7"])
        isSeen.append(())
    }

    private static func page(of version: UInt64, in feed: String) throws -> ChangePage {
        let change = ConfigChange(version: version, entries: entries(version))
        let shared = SharedChange(
            type: ConfigChange.fullName,
            value: try ProtobufEncoder().encode(change)
        )
        var page = ChangePage(changes: [Change(kind: .shared(shared))])
        page.feed = feed
        page.isUpToDate = true
        return page
    }

    @Test("A service that does not offer it says so, and what is known stays")
    func refused() async throws {
        let desk = try Desk { router in
            router.answer(ConfigAPI.fetchConfig) { _, _ in
                throw try RPCError.refusal(.featureOff, fields: ["feature": "config"])
            }
        }
        await #expect(throws: AppError.self) { try await desk.remote.config.refreshConfig() }
        #expect(await desk.remote.config.currentConfig() == .none)
    }

    @Test("Who observes sees what is known, what is asked for, and what is published")
    func observing() async throws {
        let isSeen = Log<Void>()
        let desk = try await Desk.signedIn { router in
            router.answer(ConfigAPI.fetchConfig) { _, _ in
                FetchConfigResponse(version: 1, entries: Self.entries(1))
            }
            router.stream(SyncAPI.watch) { request, writer, _ in
                await isSeen.wait(forCount: 1)
                let feed = request.feeds.first?.feed ?? ""
                try await writer.send(try Self.page(of: 2, in: feed))
                await isSeen.wait(forCount: 3)
            }
        }
        var versions: [UInt64] = []
        for await config in desk.remote.config.observeConfig() {
            if versions.last == config.version { continue }
            versions.append(config.version)
            if config.version > 0 { isSeen.append(()) }
            if config.version == 2 { break }
        }
        isSeen.append(())
        #expect(versions.filter { $0 > 0 } == [1, 2])
        #expect(await desk.remote.config.currentConfig().values == ["a": "2"])
    }
}
