import NoteletClient
import Testing

/// The example of the documentation, held to the compiler.
@Suite(.timeLimit(.minutes(1))) struct ExampleTests {
    /// As in the comment of `Notelet`; that it compiles is the test.
    private func example() async throws {
        let notelet = try Notelet("tcp://127.0.0.1:7575")
        try await notelet.signUp(
            username: "testuser",
            email: "test@example.com",
            password: "correct horse battery staple"
        )
        let link = try await notelet.link()
        print(link?.shareableText ?? "The link is switched off.")
        for try await page in notelet.watch() {
            for change in page.changes {
                if case .received(let note) = change.kind { print(note.senderName, note.content) }
            }
        }
    }

    @Test("Preparing a client sends nothing")
    func preparation() throws {
        let notelet = try Notelet("unix:///nowhere/notelet.sock")
        #expect(notelet.server == "unix:///nowhere/notelet.sock")
        _ = example
    }
}
