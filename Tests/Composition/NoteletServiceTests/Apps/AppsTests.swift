import Domain
import NoteletAPI
import NoteletService
import ProtobufCoding
import TTRPC
import TestSupport
import Testing

@testable import Serving

/// Several apps behind one door.
@Suite("Apps of one server")
struct AppsTests {
    /// Two apps that are open, and one whose store is not, at a port of the system's choice.
    private final class House: Sendable {
        let apps: ServedApps
        let standard: TestService
        let letters: TestService
        private let server: Server
        private let address: Address

        init(lettersOffer offered: OfferedFeatures? = nil) throws {
            standard = try TestService()
            letters = try TestService(offered: offered, seed: 2)
            let first = ServedApp(.standard)
            first.open(standard.running, for: nil)
            let second = ServedApp(try #require(AppName("letters")))
            second.open(letters.running, for: nil)
            apps = ServedApps(first, and: [second, ServedApp(try #require(AppName("shut")))])
            var configuration = ServerConfiguration()
            configuration.eventLoopCount = 1
            server = try Server(router: Router(serving: apps), configuration: configuration)
            address = try server.listen(on: .tcp(host: "127.0.0.1", port: 0))
        }

        deinit { server.shutdown() }

        func connect() async throws -> Client { try await Client.connect(to: address) }
    }

    /// Who the server takes the caller for, in an app.
    private func currentUser(
        _ client: Client,
        in app: String?,
        with token: String?
    ) async throws(RPCError) -> GetCurrentUserResponse {
        var metadata = Metadata()
        if let app { metadata.append("app", app) }
        if let token { metadata.append("authorization", "Bearer \(token)") }
        return try await client.call(
            TTRPC.MethodDescriptor(AccountsAPI.getCurrentUser),
            GetCurrentUserRequest(),
            options: CallOptions(metadata: metadata)
        )
    }

    @Test("A token is worth something in its own app alone, over one connection too")
    func tokensBelongToTheirApp() async throws {
        let house = try House()
        let ofStandard = try await house.standard.person("standard")
        let ofLetters = try await house.letters.person("letters")
        let client = try await house.connect()
        for _ in 0..<2 {
            for (app, person, stranger) in [
                (nil, ofStandard, ofLetters), ("default", ofStandard, ofLetters),
                ("letters", ofLetters, ofStandard),
            ] {
                let own = try await currentUser(client, in: app, with: person.session.accessToken)
                #expect(own.person == person.user.id, "\(app ?? "none")")
                let other = try await currentUser(
                    client,
                    in: app,
                    with: stranger.session.accessToken
                )
                #expect(other.person == nil, "\(app ?? "none")")
            }
        }
        client.close()
    }

    @Test(
        "An app that there is not, that is shut or that is no name is refused as what it is",
        arguments: [
            ("nowhere", RefusalReason.appNotFound), ("shut", .appUnavailable),
            ("Letters", .invalidValue), ("", .invalidValue),
            (String(repeating: "a", count: 33), .invalidValue), ("1a", .invalidValue),
            (String(repeating: "a", count: 32), .appNotFound),
        ]
    )
    func wrongApps(name: String, reason: RefusalReason) async throws {
        let house = try House()
        let client = try await house.connect()
        let error = await #expect(throws: RPCError.self) {
            try await currentUser(client, in: name, with: nil)
        }
        let refusal = try NoteletAPI.Refusal(of: try #require(error).status)
        #expect(refusal.reason == reason)
        let before = house.apps.refusals.counts.first { $0.count > 0 }
        #expect(before?.count == 1)
        client.close()
    }

    @Test("A shut app answers once it is open, and a removed one no more")
    func appsComeAndGo() async throws {
        let house = try House()
        let client = try await house.connect()
        let late = try TestService()
        let name = try #require(AppName("shut"))
        try #require(house.apps.app(named: name)).open(late.running, for: nil)
        _ = try await currentUser(client, in: "shut", with: nil)
        house.apps.remove(name)
        await #expect(throws: RPCError.self) {
            try await currentUser(client, in: "shut", with: nil)
        }
        house.apps.add(ServedApp(name))
        await #expect(throws: RPCError.self) {
            try await currentUser(client, in: "shut", with: nil)
        }
        #expect(house.apps.all.map(\.name.text) == ["default", "letters", "shut"])
        client.close()
    }

    @Test("A token of an app is worth nothing in a later one of the same name")
    func laterAppOfTheSameName() async throws {
        let house = try House()
        let person = try await house.letters.person("letters")
        let client = try await house.connect()
        let token = person.session.accessToken
        #expect(try await currentUser(client, in: "letters", with: token).person != nil)
        let name = try #require(AppName("letters"))
        house.apps.remove(name)
        let next = ServedApp(name)
        let later = try TestService()
        next.open(later.running, for: nil)
        house.apps.add(next)
        #expect(try await currentUser(client, in: "letters", with: token).person == nil)
        withExtendedLifetime(later) {}
        client.close()
    }

    @Test("A streamed request names its app in its metadata, or else in a field")
    func streams() async throws {
        let house = try House()
        let person = try await house.letters.person("letters")
        let client = try await house.connect()
        let token = person.session.accessToken
        for (metadata, field) in [("letters", ""), ("", "letters"), ("letters", "nowhere")] {
            var beside: Metadata = ["authorization": "Bearer \(token)"]
            if !metadata.isEmpty { beside.append("app", metadata) }
            let pages: MessageSequence<ChangePage> = try client.serverStream(
                TTRPC.MethodDescriptor(SyncAPI.watch),
                WatchRequest(app: field),
                options: CallOptions(metadata: beside)
            )
            var iterator = pages.makeAsyncIterator()
            #expect(try await iterator.next() != nil)
        }
        let inMetadata = { (name: String) in CallOptions(metadata: ["app": name]) }
        for (request, options, reason) in [
            (WatchRequest(accessToken: token), CallOptions(), RefusalReason.notAuthenticated),
            (WatchRequest(accessToken: token, app: "nowhere"), CallOptions(), .appNotFound),
            (WatchRequest(accessToken: token, app: "shut"), CallOptions(), .appUnavailable),
            (WatchRequest(accessToken: token, app: "A"), CallOptions(), .invalidValue),
            (WatchRequest(accessToken: token, app: "letters"), inMetadata("A"), .invalidValue),
            // A name that is empty is none, as in other calls.
            (WatchRequest(accessToken: token, app: "letters"), inMetadata(""), .invalidValue),
        ] {
            let pages: MessageSequence<ChangePage> = try client.serverStream(
                TTRPC.MethodDescriptor(SyncAPI.watch),
                request,
                options: options
            )
            var iterator = pages.makeAsyncIterator()
            let error = await #expect(throws: RPCError.self) { _ = try await iterator.next() }
            let refusal = try NoteletAPI.Refusal(of: try #require(error).status)
            #expect(refusal.reason == reason)
        }
        client.close()
    }

    @Test("The streams of an app that is removed end with a word")
    func removedAppEndsItsStreams() async throws {
        let house = try House()
        let person = try await house.letters.person("letters")
        let client = try await house.connect()
        let pages: MessageSequence<ChangePage> = try client.serverStream(
            TTRPC.MethodDescriptor(SyncAPI.watch),
            WatchRequest(accessToken: person.session.accessToken, app: "letters")
        )
        var iterator = pages.makeAsyncIterator()
        #expect(try await iterator.next() != nil)
        house.letters.dependencies.hub.end(.refused(.appNotFound(app: "letters")))
        let error = await #expect(throws: RPCError.self) {
            while try await iterator.next() != nil {}
        }
        #expect(try NoteletAPI.Refusal(of: try #require(error).status).reason == .appNotFound)
        client.close()
    }

    @Test("What one app offers is nothing to another")
    func offers() async throws {
        let house = try House(lettersOffer: OfferedFeatures(["accounts"], among: .all))
        let client = try await house.connect()
        func fetch(_ app: String) async throws(RPCError) {
            let _: GetReplyResponse = try await client.call(
                TTRPC.MethodDescriptor(MessagesAPI.getReply),
                GetReplyRequest(replyTicket: "x"),
                options: CallOptions(metadata: ["app": app])
            )
        }
        for (app, isOff) in [("letters", true), ("default", false)] {
            let error = await #expect(throws: RPCError.self) { try await fetch(app) }
            let refusal = try NoteletAPI.Refusal(of: try #require(error).status)
            #expect((refusal.reason == .featureOff) == isOff, "\(refusal.reason)")
        }
        #expect(house.apps.all.map(\.callCount) == [1, 1, 0])
        client.close()
    }

    @Test("All streamed requests have a field for the app, of one number")
    func streamedRequests() {
        for (name, form) in [
            ("WatchRequest", WatchRequest.form), ("ExportDataRequest", ExportDataRequest.form),
        ] {
            #expect(form.fields.first { $0.name == "app" }?.number == 14, "\(name)")
        }
        let streams = ServiceDescriptor.allMethods.filter { $0.kind == .serverStreaming }
        #expect(streams.count == 2)
    }
}

extension GetCurrentUserResponse {
    /// The id of the account; nil for anybody else.
    fileprivate var person: [UInt8]? {
        if case .user(let user) = identity { user.id } else { nil }
    }
}
