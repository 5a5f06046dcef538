import Domain
import NoteletAPI
import NoteletService
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving

/// The published configuration as applications and operators ask for it.
@Suite struct ConfigTests {
    private let service: TestService

    init() async throws {
        service = try TestService()
    }

    private func fetch(
        _ known: UInt64 = 0,
        _ publishedAt: Timestamp? = nil,
        as caller: Caller = .nobody
    ) async throws -> FetchConfigResponse {
        let request = FetchConfigRequest(knownVersion: known, knownPublishedAt: publishedAt)
        return try await service.call(ConfigAPI.fetchConfig, request, as: caller)
    }

    /// What the one change of the feed says; nil where there is none.
    private func pull(as person: Person, _ cursor: [UInt8] = []) async throws -> ConfigChange? {
        let page = try await page(as: person, cursor)
        #expect(page.changes.count < 2)
        guard case .shared(let shared)? = page.changes.first?.kind else { return nil }
        #expect(shared.type == "notelet.config.v1.ConfigChange")
        return try ProtobufDecoder().decode(ConfigChange.self, from: shared.value)
    }

    private func page(as person: Person, _ cursor: [UInt8] = []) async throws -> ChangePage {
        let request = PullRequest(cursor: cursor, pageSize: 500, feed: "config/published")
        return try await service.call(SyncAPI.pull, request, as: person.caller)
    }

    @Test func anybodyFetchesTheNewestVersionOrHearsThatItIsKnown() async throws {
        #expect(try await fetch() == FetchConfigResponse(unchanged: true))
        #expect(try await fetch(7) == FetchConfigResponse())
        try await service.publish(["b": "2", "a": "제목"])
        let anna = try await service.person("anna")
        for caller in [.nobody, .visitor, anna.caller, Caller(token: "garbage")] {
            let fetched = try await fetch(as: caller)
            #expect(fetched.version == 1 && !fetched.unchanged)
            #expect(fetched.entries.map(\.key) == ["a", "b"])
            #expect(fetched.entries.map(\.value) == ["제목", "2"])
            #expect(fetched.publishedAt == Timestamp(service.clock.now()))
            let same = try await fetch(1, fetched.publishedAt, as: caller)
            #expect(same == FetchConfigResponse(version: 1, unchanged: true))
            // A version of another moment is another one, as after a restore.
            let moment = try #require(fetched.publishedAt)
            let other = Timestamp(seconds: moment.seconds - 1, nanos: moment.nanos)
            for moment in [nil, other] {
                #expect(try await fetch(1, moment, as: caller) == fetched)
            }
        }
        try await service.publish(["a": "1"])
        // Whoever knows any other version gets all of the newest, as after a restore.
        for known: UInt64 in [0, 1, 3, .max] {
            let fetched = try await fetch(known)
            #expect(fetched.version == 2 && fetched.entries.count == 1)
        }
    }

    @Test func theLargestVersionArrivesWhole() async throws {
        let value = String(repeating: "x", count: 16_000)
        let entries = (0..<16).map { ConfigEntry(key: "key-\($0)", value: value) }
        let desk = try AdminDesk(of: service)
        let client = try await Client.connect(to: desk.address)
        let response =
            try await client.call(
                TTRPC.MethodDescriptor(
                    service: ConfigAdministrationAPI.publishConfig.service,
                    method: ConfigAdministrationAPI.publishConfig.name
                ),
                PublishConfigRequest(entries: entries)
            ) as PublishConfigResponse
        client.close()
        #expect(response.version?.entryCount == 16)
        #expect(try await fetch().entries.reduce(0) { $0 + $1.value.utf8.count } == 256_000)
        let change = try await pull(as: try await service.guest())
        #expect(change?.entries.count == 16)
    }

    @Test func whoFollowsTheFeedGetsTheNewestVersionWhole() async throws {
        let (anna, guest) = (try await service.person("anna"), try await service.guest())
        #expect(try await pull(as: anna) == nil)
        try await service.publish(["a": "1"])
        let cursor = try await page(as: anna).cursor
        for number in 2...3 { try await service.publish(["a": "\(number)"]) }
        for change in [try await pull(as: anna, cursor), try await pull(as: guest)] {
            #expect(change?.version == 3 && change?.entries.map(\.value) == ["3"])
            #expect(change?.publishedAt != nil)
        }
        for name in ["config/", "config/other", "config/published/", "config"] {
            let request = PullRequest(feed: name)
            let reason = try await service.reason(SyncAPI.pull, request, as: anna.caller)
            #expect(reason == .feedNotFound)
        }
        let request = PullRequest(feed: "config/published")
        let reason = try await service.reason(SyncAPI.pull, request, as: .nobody)
        #expect(reason == .notAuthenticated)
    }

    @Test func aWatchIsToldOfAPublication() async throws {
        let anna = try await service.person("anna")
        let stream = RecordingStream()
        let request = WatchRequest(feeds: [WatchedFeed(feed: "config/published")])
        let session = try service.open(SyncAPI.watch, request, as: anna.caller, on: stream)
        while stream.messages.isEmpty, stream.status == nil {
            await stream.waitForChange()
            stream.runJobs()
        }
        try await service.publish(["a": "1"])
        while stream.messages.count < 2, stream.status == nil {
            await stream.waitForChange()
            stream.runJobs()
        }
        session.stop()
        let last = try #require(stream.messages.dropFirst().first)
        let page = try ProtobufDecoder().decode(ChangePage.self, from: last)
        #expect(page.feed == "config/published" && page.changes.count == 1)
    }

    @Test func anAddressAsksSoOftenAndNoOftener() async throws {
        let limited = try TestService(limits: ServiceLimits())
        let request = FetchConfigRequest()
        for _ in 0..<60 {
            #expect(
                try await limited.reason(ConfigAPI.fetchConfig, request, as: .nobody.at(1)) == nil
            )
        }
        #expect(
            try await limited.reason(ConfigAPI.fetchConfig, request, as: .nobody.at(1))
                == .rateLimited
        )
        #expect(
            try await limited.reason(ConfigAPI.fetchConfig, request, as: .nobody.at(2)) == nil
        )
        limited.clock.advance(seconds: 1)
        #expect(
            try await limited.reason(ConfigAPI.fetchConfig, request, as: .nobody.at(1)) == nil
        )
    }

    @Test func aFeatureThatIsOffIsRefusedToAll() async throws {
        #expect(!OfferedFeatures(byDefaultOf: .all).names.contains("config"))
        let service = try TestService(offered: OfferedFeatures(byDefaultOf: .all))
        let anna = try await service.person("anna")
        let request = PullRequest(feed: "config/published")
        let refusal = try await service.refusal(SyncAPI.pull, request, as: anna.caller)
        #expect(refusal.reason == .featureOff && refusal.fields == ["feature": "config"])
    }
}
