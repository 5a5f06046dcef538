import AccountRules
import Domain
import NoteletAPI
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving

/// Notes with words that are not wanted do not arrive, and nobody who sends one can tell.
@Suite struct UnwantedWordTests {
    private let service: TestService
    private let desk: AdminDesk
    private let root: AdminOperator
    private let alice: Person
    private let bob: Person
    private let carol: Person

    init() async throws {
        service = try TestService()
        desk = try AdminDesk(of: service)
        root = try await desk.operator()
        alice = try await service.person("alice")
        bob = try await service.person("bob")
        carol = try await service.person("carol")
    }

    private func mute(_ word: String, by person: Person) async throws -> RefusalReason? {
        try await service.reason(
            ProfilesAPI.muteWord,
            MuteWordRequest(word: word),
            as: person.caller
        )
    }

    private func words(of person: Person) async throws -> [String] {
        try await service.call(
            ProfilesAPI.listMutedWords,
            ListMutedWordsRequest(),
            as: person.caller
        ).words
    }

    private func contents(of person: Person) async throws -> [String] {
        try await service.received(by: person).map(\.content)
    }

    @Test("A muted word stops notes to who muted it, until it is unmuted")
    func personal() async throws {
        #expect(try await mute(" 광고 ", by: alice) == nil)
        #expect(try await words(of: alice) == ["광고"])
        for revealing in [false, true] {
            try await service.send("새 광고입니다", from: bob, to: alice, revealing: revealing)
        }
        try await service.send("안녕", from: bob, to: alice)
        try await service.send("새 광고입니다", from: alice, to: bob)
        #expect(try await contents(of: alice) == ["안녕"])
        #expect(try await contents(of: bob) == ["새 광고입니다"])
        let unmute = UnmuteWordRequest(word: "광고")
        for _ in 0..<2 {
            try await service.call(ProfilesAPI.unmuteWord, unmute, as: alice.caller)
        }
        try await service.send("또 광고", from: bob, to: alice)
        #expect(try await contents(of: alice) == ["또 광고", "안녕"])
    }

    @Test("A word of the operator stops notes to everybody at once, and is recorded")
    func ofOperator() async throws {
        let request = ChangeWordRequest(word: "Casino")
        for _ in 0..<2 { try await root.call(AdministrationAPI.addWord, request) }
        let listed = try await root.call(AdministrationAPI.listWords, ListWordsRequest())
        #expect(listed.words == ["Casino"])
        for receiver in [bob, carol] {
            try await service.send("win at CASINO royal", from: alice, to: receiver)
            #expect(try await contents(of: receiver).isEmpty)
        }
        try await root.call(AdministrationAPI.removeWord, ChangeWordRequest(word: "CASINO"))
        try await service.send("casino", from: alice, to: bob)
        #expect(try await contents(of: bob) == ["casino"])
        let actions = try service.audit().map(\.action)
        #expect(actions == ["word add 'Casino'", "word add 'Casino'", "word remove 'CASINO'"])
    }

    @Test("The sender's replies, list and feed are as long as those of a note that arrives")
    func unnoticed() async throws {
        _ = try await mute("나쁜", by: bob)
        var bytes: [[Int]] = []
        for text in ["나쁜 쪽지", "좋은 쪽지"] {
            let sender = try await service.person("sender\(bytes.count)")
            let request = SendToLinkRequest(link: bob.link, content: text)
            let reply = try await service.call(MessagesAPI.sendToLink, request, as: sender.caller)
            let list = try await service.call(
                MessagesAPI.listSent,
                ListSentRequest(),
                as: sender.caller
            )
            let feed = try await service.call(SyncAPI.pull, PullRequest(), as: sender.caller)
            bytes.append([encode(reply).count, encode(list).count, encode(feed).count])
        }
        #expect(bytes[0] == bytes[1])
        #expect(try await contents(of: bob) == ["좋은 쪽지"])
    }

    @Test("They are counted by day, and not by person")
    func counted() async throws {
        _ = try await mute("나쁜", by: bob)
        for text in ["나쁜 말", "나쁜 말", "좋은 말"] {
            try await service.send(text, from: alice, to: bob)
        }
        let request = GetStatisticsRequest(
            firstDay: TestClock.start.dayNumber,
            dayCount: 1
        )
        let statistics = try await root.call(AdministrationAPI.getStatistics, request)
        #expect(statistics.days.map(\.filteredNotes) == [2])
        #expect(statistics.days.map(\.notesByLink) == [3])
    }

    @Test("Words have their limits, and are their owner's alone")
    func limits() async throws {
        let dear = String(repeating: "\u{1F600}\u{301}", count: 40)
        for wrong in ["", "  ", String(repeating: "a", count: 51), dear] {
            #expect(try await mute(wrong, by: alice) == .invalidValue)
        }
        for number in 0..<50 { #expect(try await mute("word\(number)", by: alice) == nil) }
        #expect(try await mute("word50", by: alice) == .wordLimitReached)
        #expect(try await mute("WORD7", by: alice) == nil, "it is there already")
        #expect(try await words(of: alice).count == 50)
        #expect(try await words(of: bob).isEmpty)
        for number in 0..<500 {
            let request = ChangeWordRequest(word: "word\(number)")
            try await root.call(AdministrationAPI.addWord, request)
        }
        await #expect(throws: RPCError.self) {
            try await root.call(AdministrationAPI.addWord, ChangeWordRequest(word: "one more"))
        }
    }

    @Test("An export has them, and a deleted account leaves none")
    func owned() async throws {
        _ = try await mute("나쁜", by: alice)
        let request = ExportDataRequest(password: TestService.password)
        let stream = RecordingStream()
        _ = try service.open(AccountsAPI.exportData, request, as: alice.elsewhere, on: stream)
        await stream.runUntilFinished()
        let parts = try stream.decoded(ExportDataResponse.self).compactMap(\.part)
        #expect(parts.last == .mutedWord("나쁜"))
        try await service.call(
            AccountsAPI.deleteAccount,
            DeleteAccountRequest(password: TestService.password),
            as: alice.caller
        )
        await service.keepHouse()
        #expect(try !service.contents().contains { $0.hasPrefix("unwanted_words ") })
    }
}
