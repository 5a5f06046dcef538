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
    private let application: OfflineApplication

    private static let help = """
        signup NAME EMAIL PASSWORD   open an account      login EMAIL PASSWORD   sign in
        link                         where anybody may write to you
        add NAME LINK                keep somebody        send NAME TEXT         write to them
        list                         the newest notes     answer NUMBER TEXT     answer one of them
        outbox                       what is not sent     retry|drop NUMBER      decide about it
        quit
        """

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { return say("Usage: notes SERVER FOLDER\n\n\(help)") }
        let folder = URL(fileURLWithPath: arguments[2])
        let notes = Notes(application: try OfflineApplication(arguments[1], in: folder))
        let watching = [Task { await notes.showNotes() }, Task { await notes.showState() }]
        while let line = await nextLine(), line != "quit" {
            do {
                let words = line.split(separator: " ", maxSplits: 3).map(String.init)
                try await notes.obey(words.first ?? "", words.dropFirst().map(\.self))
            } catch {
                say("! \(AppError(error)?.text(in: .en) ?? "cancelled")")
            }
        }
        for task in watching { task.cancel() }
        await notes.application.close()
    }

    private func obey(_ command: String, _ words: [String]) async throws {
        let text = words.dropFirst().joined(separator: " ")
        switch (command, words.count) {
        case ("signup", 3):
            let user = try await application.useCases.signup.execute(
                username: words[0],
                email: words[1],
                password: words[2]
            )
            say("signed in as \(user.displayName)")
        case ("login", 2):
            let login = application.useCases.login
            let user = try await login.execute(email: words[0], password: words[1])
            say("signed in as \(user.displayName)")
        case ("link", 0):
            let user = try await application.users.fetchCurrentUser()
            say(user.personalLink?.url.absoluteString ?? "switched off")
        case ("add", 2): try await add(words[0], link: words[1])
        case ("send", 2...): try await send(to: words[0], text)
        case ("list", 0):
            for (index, note) in try await newestNotes().enumerated() {
                say("\(index + 1). \(line(note))")
            }
        case ("answer", 2...):
            guard let note = item(words[0], of: try await newestNotes()) else { return }
            let answer = application.useCases.answerMessage
            say(line(try await answer.execute(messageId: note.id, content: text)))
        case ("outbox", 0):
            for (index, write) in try await application.outbox.fetchWrites().enumerated() {
                say("\(index + 1). \(line(write))")
            }
        case ("retry", 1), ("drop", 1):
            let outbox = application.outbox
            guard let write = item(words[0], of: try await outbox.fetchWrites()) else { return }
            try await command == "retry" ? outbox.retry(write.id) : outbox.drop(write.id)
        default: say(Self.help)
        }
    }

    private func add(_ name: String, link: String) async throws {
        let user = try await application.users.fetchCurrentUser()
        let contact = try await application.useCases.addContact.execute(
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
        let user = try await application.users.fetchCurrentUser()
        let contacts = try await application.contacts.fetchContacts(forUserId: user.id)
        guard let contact = contacts.first(where: { $0.name == name }) else {
            throw AppError.data(.notFound("There is no contact of this name."))
        }
        let note = try await application.useCases.sendMessage.execute(
            senderId: user.id,
            contactId: contact.id,
            content: text,
            isAnonymous: true
        )
        say(line(note))
    }

    private func newestNotes() async throws -> [Message] {
        let user = try await application.users.fetchCurrentUser()
        let history = application.useCases.fetchMessageHistory
        let received = try await history.execute(userId: user.id, type: .received)
        let sent = try await history.execute(userId: user.id, type: .sent)
        return Array((received + sent).sorted { $0.sentAt > $1.sentAt }.prefix(20))
    }

    private func showNotes() async {
        for await notes in application.messages.observeMessages(.received, countMax: 1) {
            if let note = notes.first { say("* \(line(note))") }
        }
    }

    private func showState() async {
        for await state in application.sync.observeState() { say("~ \(state)") }
    }
}
