import Foundation
import NoteletInterface
import NoteletOffline

/// A client of notes for the terminal, which goes on when the server is gone.
///
///     notes tls://notes.example.org:7575 ~/.notes
///
/// It reads commands from its input, and prints each change as it comes.
@main
struct Notes {
    private let app: OfflineApplication

    private static let help = """
        signup NAME EMAIL PASSWORD   open an account      login EMAIL PASSWORD   sign in
        link                         your own address     quit                   end
        add NAME LINK                keep somebody        send NAME TEXT         write to them
        list                         the newest notes     answer NUMBER TEXT     answer one of them
        outbox                       what is not sent     retry|drop NUMBER      decide about it
        """

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { return say("Usage: notes SERVER FOLDER\n\n\(help)") }
        let app = try OfflineApplication(arguments[1], in: URL(fileURLWithPath: arguments[2]))
        Task { for await state in app.sync.observeState() { say("~ \(state)") } }
        let newest = app.messages.observeMessages(.received, countMax: 1)
        Task { for await notes in newest { for note in notes { say("* \(line(note))") } } }
        while let line = await nextLine(), line != "quit" {
            do {
                let words = line.split(separator: " ", maxSplits: 3).map(String.init)
                try await Notes(app: app).obey(words.first ?? "", Array(words.dropFirst()))
            } catch {
                say("! \(UiError(error)?.message ?? "cancelled")")
            }
        }
        await app.close()
    }

    private func obey(_ command: String, _ words: [String]) async throws {
        let text = words.dropFirst().joined(separator: " ")
        switch (command, words.count) {
        case ("signup", 3):
            _ = try await app.auth.signup(username: words[0], email: words[1], password: words[2])
            say("signed in")
        case ("login", 2):
            _ = try await app.auth.login(email: words[0], password: words[1])
            say("signed in")
        case ("link", 0):
            say(try await app.users.fetchCurrentUser().personalLink?.url.absoluteString ?? "none")
        case ("add", 2): try await add(words[0], link: words[1])
        case ("send", 2...): try await send(to: words[0], text)
        case ("list", 0): list(try await newestNotes().map(line))
        case ("answer", 2...):
            guard let note = item(words[0], of: try await newestNotes()) else { return }
            let answer = app.useCases.answerMessage
            say(line(try await answer.execute(messageId: note.id, content: text)))
        case ("outbox", 0): list(try await app.outbox.fetchWrites().map(line))
        case ("retry", 1), ("drop", 1):
            guard let write = item(words[0], of: try await app.outbox.fetchWrites()) else { return }
            try await command == "retry" ? app.outbox.retry(write.id) : app.outbox.drop(write.id)
        default: say(Self.help)
        }
    }

    private func add(_ name: String, link: String) async throws {
        let user = try await app.users.fetchCurrentUser()
        let contact = try await app.useCases.addContact.execute(
            ownerUserId: user.id,
            name: name,
            relationship: nil,
            memo: nil,
            link: link,
            isPremium: user.plan.isPremium(at: Date())
        )
        say("added \(contact.name)")
    }

    private func send(to name: String, _ text: String) async throws {
        let user = try await app.users.fetchCurrentUser()
        let contacts = try await app.contacts.fetchContacts(forUserId: user.id)
        guard let contact = contacts.first(where: { $0.name == name }) else { return say("! who?") }
        let note = try await app.useCases.sendMessage.execute(
            senderId: user.id,
            contactId: contact.id,
            content: text,
            isAnonymous: true
        )
        say(line(note))
    }

    private func newestNotes() async throws -> [Message] {
        let user = try await app.users.fetchCurrentUser()
        let history = app.useCases.fetchMessageHistory
        let received = try await history.execute(userId: user.id, type: .received)
        let sent = try await history.execute(userId: user.id, type: .sent)
        return Array((received + sent).sorted { $0.sentAt > $1.sentAt }.prefix(20))
    }
}
