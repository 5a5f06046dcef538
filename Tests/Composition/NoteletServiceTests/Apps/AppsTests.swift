import Domain
import Glibc
import Locking
import NoteletAPI
import NoteletService
import ProtobufCoding
import TTRPC
import TestSupport
import Testing

@testable import Serving

/// Several apps behind one door.
@Suite("Apps of one server", .timeLimit(.minutes(2)))
struct AppsTests {
    private final class Records: Sendable { let all = Mutex<[CallRecord]>([]) }

    /// Two apps that are open, and one whose store is not, at a port of the system's choice.
    private final class House: Sendable {
        let apps: ServedApps
        let standard: TestService
        let letters: TestService
        static let letters = AppName("letters") ?? .standard
        static let shut = AppName("shut") ?? .standard
        /// What was told of the calls that have ended.
        let records = Records()
        private let server: Server
        private let address: Address

        init(lettersOffer offered: OfferedFeatures? = nil) throws {
            standard = try TestService()
            letters = try TestService(offered: offered, seed: 2)
            apps = ServedApps(beside: [Self.letters, Self.shut])
            apps.open(.standard, standard.running, for: nil)
            apps.open(Self.letters, letters.running, for: nil)
            var configuration = ServerConfiguration()
            configuration.eventLoopCount = 1
            configuration.callObserver = { [records] record in
                records.all.withLock { $0.append(record) }
            }
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
        let name = House.shut
        house.apps.open(name, late.running, for: nil)
        _ = try await currentUser(client, in: "shut", with: nil)
        house.apps.remove(name)
        #expect(try await refusal(client, in: "shut") == .appNotFound)
        house.apps.add(name)
        #expect(try await refusal(client, in: "shut") == .appUnavailable)
        #expect(house.apps.names.map(\.text) == ["default", "letters", "shut"])
        client.close()
    }

    /// Why a call gets nothing in an app; nil where it is answered.
    private func refusal(_ client: Client, in app: String?) async throws -> RefusalReason? {
        do {
            _ = try await currentUser(client, in: app, with: nil)
            return nil
        } catch {
            return try NoteletAPI.Refusal(of: error.status).reason
        }
    }

    @Test("An app that is shut and opened again is another one, the default one as well")
    func reopenedApps() async throws {
        let house = try House()
        let person = try await house.standard.person("standard")
        let client = try await house.connect()
        let token = person.session.accessToken
        #expect(try await currentUser(client, in: nil, with: token).person != nil)
        for (name, text) in [(AppName.standard, nil), (House.letters, "letters")] {
            house.apps.shut(name)
            #expect(try await refusal(client, in: text) == .appUnavailable)
            #expect(try await refusal(client, in: name.text) == .appUnavailable)
            house.apps.add(name)
            #expect(try await refusal(client, in: text) == .appUnavailable)
        }
        #expect(!house.apps.methods(at: .people).isEmpty)
        let later = try TestService(seed: 3)
        house.apps.open(.standard, later.running, for: nil)
        #expect(try await currentUser(client, in: nil, with: token).person == nil)
        let other = try await later.person("other")
        #expect(
            try await currentUser(client, in: nil, with: other.session.accessToken).person
                == other.user.id
        )
        // Those before it are counted still, and those that were refused meanwhile as well.
        #expect(house.apps.callCount(of: .standard) == 6)
        client.close()
    }

    @Test("A server that is given what answers now keeps nothing of a default app that has shut")
    func leftApps() async throws {
        let apps = ServedApps()
        var service: TestService? = try TestService()
        weak let dependencies = service?.dependencies
        apps.open(.standard, try #require(service).running, for: nil)
        let server = try Server(router: Router(serving: apps))
        let client = try await Client.connect(
            to: server.listen(on: .tcp(host: "127.0.0.1", port: 0))
        )
        _ = try await currentUser(client, in: nil, with: nil)
        apps.shut(.standard)
        server.set(Router(serving: apps))
        service = nil
        #expect(try await refusal(client, in: nil) == .appUnavailable)
        await server.waitForTurn()
        #expect(dependencies == nil)
        let later = try TestService(seed: 2)
        let person = try await later.person("later")
        apps.open(.standard, later.running, for: nil)
        for _ in 0..<2 {
            let user = try await currentUser(client, in: nil, with: person.session.accessToken)
            #expect(user.person == person.user.id)
            server.set(Router(serving: apps))
            await server.waitForTurn()
        }
        client.close()
        server.shutdown()
    }

    @Test("A token of an app is worth nothing in a later one of the same name")
    func laterAppOfTheSameName() async throws {
        let house = try House()
        let person = try await house.letters.person("letters")
        let client = try await house.connect()
        let token = person.session.accessToken
        #expect(try await currentUser(client, in: "letters", with: token).person != nil)
        house.apps.remove(House.letters)
        let later = try TestService()
        house.apps.open(House.letters, later.running, for: nil)
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

    @Test("The streams of an app that is removed or shut end with a word, and no others")
    func leavingAppsEndTheirStreams() async throws {
        let house = try House()
        let client = try await house.connect()
        func watch(_ person: Person, _ app: String) async throws
            -> MessageSequence<ChangePage>.AsyncIterator
        {
            let pages: MessageSequence<ChangePage> = try client.serverStream(
                TTRPC.MethodDescriptor(SyncAPI.watch),
                WatchRequest(accessToken: person.session.accessToken, app: app)
            )
            var iterator = pages.makeAsyncIterator()
            #expect(try await iterator.next() != nil)
            return iterator
        }
        var ofStandard = try await watch(house.standard.person("standard"), "")
        var ofLetters = try await watch(house.letters.person("letters"), "letters")
        house.apps.remove(House.letters)
        #expect(try await end(of: &ofLetters) == .appNotFound)
        // The other one goes on.
        let beats = Task {
            while !Task.isCancelled {
                house.standard.dependencies.hub.beat()
                await Task.yield()
            }
        }
        #expect(try await ofStandard.next() != nil)
        beats.cancel()
        house.apps.shut(.standard)
        #expect(try await end(of: &ofStandard) == .appUnavailable)
        client.close()
    }

    @Test("What operators watch ends with the app as well")
    func leavingAppsEndTails() async throws {
        let letters = try TestService()
        let access = AdministrationAccess(userIDs: [geteuid()]) { "user \($0)" }
        let apps = ServedApps(beside: [House.letters])
        apps.open(House.letters, letters.running, for: access)
        let folder = TemporaryDirectory()
        let server = try Server(
            router: Router(administering: apps),
            configuration: ServerConfiguration()
        )
        let client = try await Client.connect(
            to: server.listen(on: .unix(path: folder.path("admin")))
        )
        let events: MessageSequence<TailEvent> = try client.serverStream(
            TTRPC.MethodDescriptor(AdministrationAPI.tail),
            TailRequest(),
            options: CallOptions(metadata: ["app": "letters"])
        )
        var iterator = events.makeAsyncIterator()
        #expect(try await iterator.next()?.kind == .started)
        apps.remove(House.letters)
        #expect(try await end(of: &iterator) == .appNotFound)
        client.close()
        server.shutdown()
    }

    /// Why a stream ends.
    private func end<Message>(
        of stream: inout MessageSequence<Message>.AsyncIterator
    ) async throws -> RefusalReason {
        do {
            while try await stream.next() != nil {}
        } catch {
            return try NoteletAPI.Refusal(of: error.status).reason
        }
        return .unspecified
    }

    @Test("A stream that comes to a place that is gone ends as those that were there")
    func lateStreams() {
        final class Stream: Sendable { let end = Mutex<String?>(nil) }
        let streams = OpenStreams<Stream, String> { stream, reason in
            stream.end.withLock { $0 = reason }
        }
        let (early, gone) = (Stream(), Stream())
        #expect(streams.insert(early) == nil && streams.insert(gone) == nil)
        streams.remove(gone)
        #expect(streams.count == 1)
        streams.end("over")
        #expect(early.end.withLock { $0 } == "over" && gone.end.withLock { $0 } == nil)
        #expect(streams.insert(Stream()) == "over")
    }

    @Test("What is told of a call tells its app, and none where it found none")
    func records() async throws {
        let house = try House()
        let client = try await house.connect()
        for app in [nil, "default", "letters", "nowhere", "shut", "Letters"] {
            _ = try? await currentUser(client, in: app, with: nil)
        }
        let pages: MessageSequence<ChangePage> = try client.serverStream(
            TTRPC.MethodDescriptor(SyncAPI.watch),
            WatchRequest(accessToken: "x", app: "letters")
        )
        var iterator = pages.makeAsyncIterator()
        _ = try? await iterator.next()
        client.close()
        let patience = Patience()
        while house.records.all.withLock(\.count) < 7 { try await patience.pause() }
        let apps = house.records.all.withLock { $0 }.map { record in
            house.apps.name(ofCallsNotedWith: record.tag)?.text
        }
        #expect(apps == ["default", "default", "letters", nil, nil, nil, "letters"])
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
        #expect(house.apps.names.map(house.apps.callCount) == [1, 1, 0])
        client.close()
    }

    @Test("All streamed requests have a field for the app, of one number")
    func streamedRequests() {
        for (name, form) in [
            ("WatchRequest", WatchRequest.form), ("ExportDataRequest", ExportDataRequest.form),
            ("GetRouteRequest", GetRouteRequest.form),
        ] {
            #expect(form.fields.first { $0.name == "app" }?.number == 14, "\(name)")
        }
        let streams = ServiceDescriptor.allMethods.filter { $0.kind == .serverStreaming }
        #expect(streams.count == 3)
    }
}

extension GetCurrentUserResponse {
    /// The id of the account; nil for anybody else.
    fileprivate var person: [UInt8]? {
        if case .user(let user) = identity { user.id } else { nil }
    }
}
