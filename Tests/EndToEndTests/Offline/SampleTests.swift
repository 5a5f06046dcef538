import Foundation
import NoteletClient
import TestSupport
import Testing

/// The sample programs, as somebody would use them.
@Suite("Sample programs", .timeLimit(.minutes(2)))
struct SampleTests {
    @Test("The client of notes goes on while the server is gone, also when it is killed itself")
    func notes() async throws {
        let server = try await ServerProcess()
        let receiver = try await signUp("receiver", at: server.address)
        let link = try #require(try await receiver.link()?.url)
        let folder = TemporaryDirectory()
        let arguments = [server.address, folder.path("device")]
        var client = try Sample("notes", arguments)
        try await client.line("~ signedOut")
        try await client.join(keeping: link)
        client.say("send friend 하나")
        try await client.line("… 하나")

        await server.stop(SIGKILL)
        try await client.line("~ offline")
        client.say("send friend 둘")
        try await client.line("… 둘")
        client.say("outbox")
        try await client.line("1. … ")
        await client.kill()
        client = try Sample("notes", arguments)
        try await client.line("~ offline")
        client.say("send friend 셋")
        try await client.line("… 셋")
        try await server.start()
        try await client.line("~ upToDate")

        var contents: Set<String> = []
        for try await page in receiver.watch() {
            for case .received(let note)? in page.changes.map(\.kind) {
                #expect(contents.insert(note.content).inserted)
            }
            if contents.count == 3 { break }
        }
        #expect(contents == ["하나", "둘", "셋"])
        let note = try #require(try await newest(of: receiver))
        try await receiver.answer(note, with: "네")
        client.say("list")
        _ = try await client.line("1. ")
        #expect(await client.quit() == 0)
        #expect(await server.stop() == 0)
    }

    @Test("The list of people has pages and details, and is there without a server")
    func people() async throws {
        let server = try await ServerProcess()
        let owner = try await signUp("owner", at: server.address)
        let friend = try await signUp("friend", at: server.address)
        let link = try #require(try await friend.link()?.url)
        let contact = try await owner.addContact(name: "민수", link: link)
        try await owner.addContact(AddContactRequest(name: "지현", memo: "학교"))
        for number in 1...4 { try await owner.send("쪽지 \(number)", toContact: contact.id) }
        let folder = TemporaryDirectory()
        let arguments = [server.address, folder.path("device"), "owner@example.com", password]
        for isServed in [true, false] {
            if !isServed { await server.stop() }
            let people = try Sample("people", arguments)
            try await people.line("1. 민수")
            try await people.line("2. 지현")
            people.say("select 1")
            try await people.line("민수, -, -")
            try await people.line("can be deleted in 3 days")
            for number in (2...4).reversed() { try await people.line("  > 쪽지 \(number)") }
            people.say("more")
            try await people.line("  > 쪽지 1")
            people.say("more")
            try await people.line("no more")
            people.say("select 2")
            try await people.line("지현, -, 학교")
            #expect(await people.quit() == 0)
        }
    }

    @Test("Surveys are answered for points, which are there without a server as they were last")
    func surveys() async throws {
        let desk = try await AdminDesk(arguments: RewardPersonTests.offering)
        try await desk.addSurvey("アンケート1")
        _ = try await signUp("owner", at: desk.server.address)
        let folder = TemporaryDirectory()
        let arguments = [
            desk.server.address, folder.path("device"), "owner@example.com", password,
        ]
        var surveys = try Sample("surveys", arguments)
        try await surveys.line("1. アンケート1")
        surveys.say("category travel")
        try await surveys.line("no surveys")
        surveys.say("category product")
        try await surveys.line("1. アンケート1")
        surveys.say("select 1")
        try await surveys.line("アンケート1, 150 points, 30.0 a minute")
        try await surveys.line("3? What else?")
        surveys.say("submit")
        try await surveys.line("! ")
        surveys.say("choose 1 2")
        surveys.say("answer 2 because")
        surveys.say("answer 3 nothing")
        for _ in 0..<2 {
            surveys.say("submit")
            try await surveys.line("+ 150, 150 in all")
        }
        surveys.say("points")
        try await surveys.line("150 points, 15 yen")
        #expect(await surveys.quit() == 0)
        #expect(await desk.server.stop() == 0)
        surveys = try Sample("surveys", arguments)
        surveys.say("points")
        try await surveys.line("150 points, 15 yen")
        #expect(await surveys.quit() == 0)
    }

    private func newest(of notelet: Notelet) async throws -> [UInt8]? {
        for try await note in notelet.inbox().items { return note.id }
        return nil
    }
}
