import Foundation
import NoteletInterface
import NoteletOffline

/// The people that an account keeps, one after the other, and what went between them: a list and
/// a detail, as screens have them.
///
///     people tls://notes.example.org:7575 ~/.notes EMAIL PASSWORD
///
/// It reads commands from its input: `refresh`, `select NUMBER`, `more`, `quit`.
@main
struct People {
    private let application: OfflineApplication
    private var list = ListState<Contact>()
    private var pages: Pages<Message>.AsyncIterator?

    /// Few, so that there is something to page through.
    private static let pageSize = 3

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5 else {
            return say("Usage: people SERVER FOLDER EMAIL PASSWORD")
        }
        let folder = URL(fileURLWithPath: arguments[2])
        var people = People(application: try OfflineApplication(arguments[1], in: folder))
        if try await people.application.auth.getCurrentUser() == nil {
            let login = people.application.useCases.login
            _ = try await login.execute(email: arguments[3], password: arguments[4])
            try await people.application.sync.refresh()
        }
        await people.refresh()
        while let line = readLine(), line != "quit" {
            let words = line.split(separator: " ").map(String.init)
            switch (words.first, words.last.flatMap { Int($0) }) {
            case ("refresh", _): await people.refresh()
            case ("select", let number?): await people.select(number)
            case ("more", _): await people.showMore()
            default: say("refresh, select NUMBER, more or quit")
            }
        }
        await people.application.close()
    }

    /// Loads the list anew; what was there stays until there is something else.
    private mutating func refresh() async {
        let load = list.beginLoading()
        show()
        do {
            let user = try await application.users.fetchCurrentUser()
            let fetch = application.useCases.fetchContacts
            list.finish(load, with: try await fetch.execute(userId: user.id))
        } catch {
            list.fail(load, with: error)
        }
        show()
    }

    private mutating func select(_ number: Int) async {
        guard list.items.indices.contains(number - 1) else { return say("nobody") }
        list.select(list.items[number - 1].id)
        guard let contact = list.selectedItem else { return }
        let days = contact.remainingLockDays(at: Date())
        say("\(contact.name), \(contact.relationship ?? "-"), \(contact.memo ?? "-")")
        say(days == 0 ? "can be deleted" : "can be deleted in \(days) days")
        pages = application.messages
            .messagePages(.forContact(contact.id), pageSize: Self.pageSize)
            .makeAsyncIterator()
        await showMore()
    }

    private mutating func showMore() async {
        do {
            guard let page = try await pages?.next() else { return say("no more") }
            for note in page {
                say(note.direction == .sent ? "  > \(note.content)" : "  < \(note.content)")
            }
        } catch {
            say("! \(UiError(error)?.message ?? "cancelled")")
        }
    }

    private func show() {
        switch list.phase {
        case .idle: break
        case .loading: say("loading")
        case .empty: say("nobody yet")
        case .error(let error): say("! \(error.toUiError().message)")
        case .content:
            for (index, contact) in list.items.enumerated() {
                say("\(index + 1). \(contact.name)")
            }
        }
    }
}

/// Writes a line at once, also where the output is no terminal.
private func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
