import NoteletClient
import TestSupport
import Testing

/// What people write reaches a terminal without what hides, or turns the order of words.
@Suite(.timeLimit(.minutes(2))) struct HiddenTextTests {
    @Test("A dump tells a terminal what is hidden in a note, and a file the note as it is")
    func dump() async throws {
        let server = try await ServerProcess()
        let receiver = try await signUp("receiver", at: server.address)
        let link = try #require(try await receiver.link()?.url)
        let guest = try Notelet(server.address)
        try await guest.becomeGuest()
        let note = "a\u{202E}b\u{200B}c"
        try await guest.send(note, toLink: link)
        let admin = Admin(store: server.storePath)
        let words = ["dump", "--entity", "received"]
        let file = try await admin.run(words[0], words[1], words[2])
        #expect(file.output.unicodeScalars.contains("\u{202E}"))
        let screen = try await admin.run(words, typing: "")
        #expect(screen.output.contains(#"a\u202eb\u200bc"#), "\(screen.output)")
        #expect(!screen.output.unicodeScalars.contains("\u{202E}"))
        await guest.close()
        await receiver.close()
    }
}
