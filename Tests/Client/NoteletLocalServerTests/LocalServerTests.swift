import Foundation
import NoteletClient
import NoteletLocalServer
import NoteletTestSupport
import TestSupport
import Testing

/// What applications' tests get from a server in their process is what they get from any.
@Suite("A server in the process", .timeLimit(.minutes(1)))
struct LocalServerTests {
    @Test("The rules are those of the service, and its refusals say so")
    func rulesHold() async throws {
        let server = try LocalServer()
        let minji = try await server.person("minji")
        let taken = await #expect(throws: NoteletError.self) {
            try await server.person("minji")
        }
        #expect(taken?.reason == .usernameTaken)
        #expect(taken?.text(in: "ko").isEmpty == false)
        for number in 1...5 { try await minji.addContact(name: "\(number)") }
        let full = await #expect(throws: NoteletError.self) {
            try await minji.addContact(name: "6")
        }
        #expect(full?.reason == .contactLimitReached)
    }

    @Test("A note goes from one to another, who sees it as it comes, and the answer goes back")
    func live() async throws {
        let server = try LocalServer()
        let (minji, jun) = (try await server.person("minji"), try await server.person("jun"))
        let watch = Task {
            for try await page in minji.watch() {
                for case .received(let note)? in page.changes.map(\.kind) { return note }
            }
            throw CancellationError()
        }
        try await jun.send("안녕", toLink: minji.linkURL())
        let note = try await patiently { try await watch.value }
        #expect(note.content == "안녕")
        try await minji.answer(note.id, with: "고마워")
        for try await note in jun.sent().items { #expect(note.answer?.content == "고마워") }
    }

    @Test("A rule that counts time counts it by the clock of the test")
    func clock() async throws {
        let clock = FakeClock()
        var configuration = LocalServerConfiguration()
        configuration.dateClient = clock.dateClient
        let server = try LocalServer(configuration)
        let minji = try await server.person("minji")
        let contact = try await minji.addContact(name: "jun")
        clock.advance(by: 259_199)
        let locked = await #expect(throws: NoteletError.self) {
            try await minji.deleteContact(contact.id)
        }
        #expect(locked?.reason == .contactLocked)
        clock.advance(by: 1)
        try await minji.deleteContact(contact.id)
        // The session has outlived its token, by the same clock.
        #expect(try await minji.profile().username == "minji")
    }

    @Test("What an operator decides holds at once: plans, bans, sessions, collections")
    func operators() async throws {
        let server = try LocalServer()
        let minji = try await server.person("minji")
        let id = try #require(Identifier(bytes: try await minji.profile().id)?.uuid)
        try await server.desk.grantPremium(to: id, until: Date() + 3_600)
        for number in 1...6 { try await minji.addContact(name: "\(number)") }
        try await server.desk.revokePremium(of: id)
        await #expect(throws: NoteletError.self) { try await minji.addContact(name: "7") }
        try await server.desk.addCollection("news")
        _ = try await minji.call(
            ItemsAPI.createItem,
            CreateItemRequest(collection: "news", title: "소식"),
            idempotencyKey: IdempotencyKey()
        )
        try await server.desk.publishConfig(["title": "하나"])
        let fetched = try await minji.fetchConfig(knownVersion: 0)
        #expect(fetched.version == 1 && fetched.entries.map(\.value) == ["하나"])
        try await server.desk.revokeSessions(of: id)
        await #expect(throws: NoteletError.self) { try await minji.profile() }
        try await server.desk.ban(id)
        let banned = await #expect(throws: NoteletError.self) {
            try await minji.logIn(email: "minji@example.com", password: password)
        }
        #expect(banned?.reason == .accountNotActive)
        try await server.desk.unban(id)
        try await minji.logIn(email: "minji@example.com", password: password)
        await #expect(throws: LocalServerError.self) { try await server.desk.ban(UUID()) }
        await server.stop()
        await #expect(throws: LocalServerError.self) { try await server.desk.ban(id) }
    }

    @Test("What a server forgets in time it forgets by the same clock, and clears when told to")
    func housekeeping() async throws {
        let clock = FakeClock()
        var configuration = LocalServerConfiguration()
        configuration.dateClient = clock.dateClient
        let server = try LocalServer(configuration)
        let (minji, jun) = (try await server.person("minji"), try await server.person("jun"))
        let (link, key) = (try await minji.linkURL(), IdempotencyKey())
        for _ in 1...2 { try await jun.send("한 번", toLink: link, idempotencyKey: key) }
        #expect(try await minji.contents() == ["한 번"])
        clock.advance(by: 4 * 86_400)
        try await server.keepHouse()
        try await jun.send("한 번", toLink: link, idempotencyKey: key)
        #expect(try await minji.contents() == ["한 번", "한 번"])
        await server.stop()
        await #expect(throws: LocalServerError.self) { try await server.keepHouse() }
    }

    @Test("Only what was asked for is offered")
    func features() async throws {
        var configuration = LocalServerConfiguration()
        configuration.features = ["accounts", "notes"]
        let server = try LocalServer(configuration)
        let minji = try await server.person("minji")
        let off = await #expect(throws: NoteletError.self) {
            try await minji.call(ItemsAPI.listItems, ListItemsRequest())
        }
        #expect(off?.code == .notOffered)
        configuration.features = ["accounts", "weather"]
        #expect(throws: LocalServerError.self) { try LocalServer(configuration) }
    }

    @Test("Accounts have their limits, unless they are lifted", arguments: [true, false])
    func rates(areLimited: Bool) async throws {
        var configuration = LocalServerConfiguration()
        configuration.rates = areLimited ? .ofAccounts : .unlimited
        let server = try LocalServer(configuration)
        var patience = NoteletConfiguration.impatient
        patience.retry.attemptCountMax = 1
        let minji = try await server.person("minji", configuration: patience)
        var reasons: Set<RefusalReason?> = []
        for number in 1...6 {
            do throws(NoteletError) {
                _ = try await minji.rotateLink()
            } catch {
                #expect(number == 6)
                reasons.insert(error.reason)
            }
        }
        #expect(reasons == (areLimited ? [.rateLimited] : []))
        // All people of a test are at one address, where ten may log in a minute at a server.
        for _ in 1...11 {
            _ = try await server.connect(configuration: patience)
                .logIn(username: "minji", password: password)
        }
    }

    @Test(
        "Passwords can cost what they cost at a server",
        arguments: [LocalServerConfiguration.PasswordCost.least, .ofServer]
    )
    func passwords(cost: LocalServerConfiguration.PasswordCost) async throws {
        var configuration = LocalServerConfiguration()
        configuration.passwordCost = cost
        let server = try LocalServer(configuration)
        _ = try await server.person("minji")
        let minji = server.connect()
        let wrong = await #expect(throws: NoteletError.self) {
            try await minji.logIn(username: "minji", password: password + "?")
        }
        #expect(wrong?.code == .refused)
        _ = try await minji.logIn(username: "minji", password: password)
    }

    @Test("Many servers know nothing of each other")
    func parallel() async throws {
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 1...8 {
                group.addTask {
                    let server = try LocalServer()
                    let (minji, jun) = (
                        try await server.person("minji"), try await server.person("jun")
                    )
                    try await jun.send("\(number)", toLink: minji.linkURL())
                    #expect(try await minji.contents() == ["\(number)"])
                    await server.stop()
                    return server.name
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(names.count == 8)
    }
}
