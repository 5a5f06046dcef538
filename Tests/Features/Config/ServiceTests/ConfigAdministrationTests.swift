import AccountRules
import Domain
import NoteletAPI
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving

/// What operators do about the configuration, over a socket of theirs.
@Suite struct ConfigAdministrationTests {
    private typealias API = ConfigAdministrationAPI
    private let service: TestService
    private let desk: AdminDesk

    init() throws {
        service = try TestService()
        desk = try AdminDesk(of: service)
    }

    private func call<Request, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request
    ) async throws -> Response {
        let client = try await Client.connect(to: desk.address)
        defer { client.close() }
        let name = TTRPC.MethodDescriptor(service: method.service, method: method.name)
        return try await client.call(name, request)
    }

    private func refusal<Request, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request
    ) async throws -> NoteletAPI.Refusal {
        let error = await #expect(throws: RPCError.self) { _ = try await call(method, request) }
        return try NoteletAPI.Refusal(of: try #require(error).status)
    }

    private func entries(_ keys: String...) -> [NoteletAPI.ConfigEntry] {
        keys.map { NoteletAPI.ConfigEntry(key: $0, value: "of \($0)") }
    }

    @Test func aVersionIsPublishedChangedRolledBackAndShown() async throws {
        let published = try await call(
            API.publishConfig,
            PublishConfigRequest(entries: entries("b", "a"), note: "begin", expectedVersion: 0)
        ).version
        #expect(published?.version == 1 && published?.note == "begin")
        #expect(published?.entryCount == 2 && published?.rolledBackFrom == 0)
        let change = ChangeConfigRequest(put: entries("c"), removedKeys: ["a"], expectedVersion: 1)
        #expect(try await call(API.changeConfig, change).version?.version == 2)
        let back = try await call(
            API.rollBackConfig,
            RollBackConfigRequest(version: 1, note: "back", expectedVersion: 2)
        ).version
        #expect(back?.version == 3 && back?.rolledBackFrom == 1)

        let list = try await call(API.listConfigVersions, ListConfigVersionsRequest())
        #expect(list.versions.map(\.version) == [3, 2, 1])
        #expect(list.versions.first == back && list.versions.last == published)
        let shown: [(UInt64, UInt64, [String])] = [
            (0, 3, ["a", "b"]), (1, 1, ["a", "b"]), (2, 2, ["b", "c"]),
        ]
        for (asked, version, keys) in shown {
            let request = GetConfigVersionRequest(version: asked)
            let got = try await call(API.getConfigVersion, request)
            #expect(got.version?.version == version && got.entries.map(\.key) == keys)
        }
        let actions = try service.audit().map(\.action).filter { $0.hasPrefix("app-config") }
        #expect(
            actions == [
                "app-config publish --note 'begin': version 1",
                "app-config set c, unset a: version 2",
                "app-config rollback 1 --note 'back': version 3",
            ]
        )
    }

    @Test func whatIsRefusedIsSaidAndLeavesNoTrace() async throws {
        let missing = try await refusal(API.getConfigVersion, GetConfigVersionRequest())
        #expect(missing.reason == .configVersionNotFound)
        try await service.publish(["a": "1"])
        let before = try service.contents()
        let late = PublishConfigRequest(expectedVersion: 0)
        let changed = try await refusal(API.publishConfig, late)
        #expect(changed.reason == .configChanged && changed.fields == ["version": "1"])
        let gone = try await refusal(API.rollBackConfig, RollBackConfigRequest(version: 2))
        #expect(gone.reason == .configVersionNotFound && gone.fields == ["version": "2"])
        let unset = try await refusal(API.changeConfig, ChangeConfigRequest(removedKeys: ["b"]))
        #expect(unset.reason == .configKeyNotFound && unset.fields == ["key": "b"])
        let twice = PublishConfigRequest(entries: entries("a", "a"))
        #expect(try await refusal(API.publishConfig, twice).reason == .invalidValue)
        let value = String(repeating: "x", count: 16_384)
        let large = (0..<17).map { NoteletAPI.ConfigEntry(key: "k\($0)", value: value) }
        let tooLarge = try await refusal(API.publishConfig, PublishConfigRequest(entries: large))
        #expect(tooLarge.reason == .configTooLarge && tooLarge.fields == ["maximum": "262144"])
        #expect(try service.contents() == before)
    }
}
