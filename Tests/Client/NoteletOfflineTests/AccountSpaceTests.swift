import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import TTRPC
import TestSupport
import Testing

@testable import NoteletOffline

/// Which account is signed in on a device, and what of it lies in its folder.
@Suite("The folder of copies", .timeLimit(.minutes(1)))
struct AccountSpaceTests {
    private let town: Town

    init() throws {
        town = try Town()
    }

    private var nameFile: URL { town.place.appendingPathComponent("account") }
    private var leavingName: String { town.userId.uuidString.lowercased() + ".leaving" }
    private var leavingFile: URL { town.place.appendingPathComponent(leavingName) }

    @Test("Nothing is made before somebody signs in, and nobody is there")
    func nobody() async throws {
        let application = try town.start()
        #expect(try await application.auth.getCurrentUser() == nil)
        await #expect(throws: AppError.auth(.unauthorized)) {
            _ = try await application.users.fetchCurrentUser()
        }
        await #expect(throws: AppError.auth(.unauthorized)) {
            _ = try await application.outbox.fetchWrites()
        }
        var states = application.sync.observeState().makeAsyncIterator()
        #expect(await states.next() == .signedOut)
        #expect(town.files.isEmpty)
        await application.close()
    }

    @Test("Who has signed in is there after a start, without a question to the service")
    func restart() async throws {
        let sessions = MemorySessionStore()
        let first = try await town.signedIn(sessions: sessions)
        #expect(town.files.contains("account"))
        await first.close()
        town.stop()
        let second = try town.start(sessions: sessions)
        #expect(try await second.users.fetchCurrentUser().id == town.userId)
        #expect(try await second.auth.getCurrentUser()?.username == "minji")
        #expect(town.profileCalls.entries.isEmpty)
        await second.close()
    }

    @Test("The files are nobody else's to read")
    func permissions() async throws {
        let application = try await town.signedIn()
        let attributes = try FileManager.default.attributesOfItem(atPath: town.place.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        for name in town.files {
            let path = town.place.appendingPathComponent(name).path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        await application.close()
    }

    @Test(
        "Where the name of the account is damaged or gone, the service tells it",
        arguments: [
            "", "nobody", "\u{0}\u{1}", nil, "5E7C0C5E-3B7C-4B7E-9C39-0C7C7D1F5A11 another-log-in",
        ]
    )
    func damagedNames(name: String?) async throws {
        let sessions = MemorySessionStore()
        let first = try await town.signedIn(sessions: sessions)
        await first.close()
        if let name {
            try Data(name.utf8).write(to: nameFile)
        } else {
            try FileManager.default.removeItem(at: nameFile)
        }
        let second = try town.start(sessions: sessions)
        #expect(try await second.users.fetchCurrentUser().id == town.userId)
        #expect(town.profileCalls.entries.count == 1)
        let text = String(decoding: try Data(contentsOf: nameFile), as: UTF8.self)
        // By the log-in, too, so that a later one is not taken for it.
        let label = try #require(sessions.load()?.label)
        #expect(text == "\(town.userId.uuidString) \(label)")
        await second.close()
    }

    @Test("Without a name and without a service nobody can be told, until there is one again")
    func unnamed() async throws {
        let sessions = MemorySessionStore()
        let first = try await town.signedIn(sessions: sessions)
        await first.close()
        try Data("?".utf8).write(to: nameFile)
        town.stop()
        let second = try town.start(sessions: sessions)
        await #expect(throws: AppError.network(.noConnection)) {
            _ = try await second.users.fetchCurrentUser()
        }
        // An error is not kept.
        let label = try #require(sessions.load()?.label)
        try Data("\(town.userId.uuidString) \(label)".utf8).write(to: nameFile)
        #expect(try await second.users.fetchCurrentUser().id == town.userId)
        await second.close()
    }

    @Test("A folder that cannot be made is told, and signing in leads nowhere")
    func unusableFolders() async throws {
        let file = town.folder.path("file")
        try Data("no folder".utf8).write(to: URL(fileURLWithPath: file))
        let place = URL(fileURLWithPath: file).appendingPathComponent("copies")
        let application = try town.start(in: place)
        let error = await #expect(throws: AppError.self) {
            _ = try await application.auth.login(email: "m@example.com", password: "secret")
        }
        guard case .unknown? = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        await #expect(throws: AppError.self) {
            _ = try await application.contacts.fetchContacts(forUserId: town.userId)
        }
        await application.close()
    }

    @Test("A copy that is damaged is put aside, and another one begun")
    func damagedCopies() async throws {
        let sessions = MemorySessionStore()
        let first = try await town.signedIn(sessions: sessions)
        await first.close()
        let damage = Data(repeating: 0x5A, count: 8_192)
        for name in town.copies {
            try damage.write(to: town.place.appendingPathComponent(name))
        }
        let second = try town.start(sessions: sessions)
        #expect(try await second.outbox.fetchWrites() == [])
        #expect(try await second.users.fetchCurrentUser().id == town.userId)
        let aside = town.files.filter { $0.hasSuffix(".sqlite.damaged") }
        #expect(aside.count == 1)
        for name in aside {
            #expect(try Data(contentsOf: town.place.appendingPathComponent(name)) == damage)
        }
        await second.close()
    }

    @Test("Who signs out leaves nothing of the copy behind, asked for before or not")
    func signingOut() async throws {
        let sessions = MemorySessionStore()
        let first = try await town.signedIn(sessions: sessions)
        await first.close()
        #expect(town.tells("minji"))
        let second = try town.start(sessions: sessions)
        try await second.auth.logout()
        #expect(!town.tells("minji") && !town.files.contains("account"))
        #expect(try await second.auth.getCurrentUser() == nil)
        await second.close()
        #expect(!town.tells("minji") && !town.files.contains(leavingName))
    }

    @Test("A log-out that ended with its process is finished by the next one")
    func killedLogOut() async throws {
        let sessions = MemorySessionStore()
        let first = try await town.signedIn(sessions: sessions)
        await first.close()
        try FileManager.default.moveItem(at: nameFile, to: leavingFile)
        sessions.save(nil)
        let second = try town.start(sessions: sessions)
        #expect(try await second.auth.getCurrentUser() == nil)
        #expect(try await second.outboxIsClosed())
        #expect(!town.tells("minji") && !town.files.contains(leavingName))
        await second.close()
    }

    @Test("A log-out that the service has not heard of is none", arguments: [true, false])
    func unheardLogOut(isReached: Bool) async throws {
        let sessions = MemorySessionStore()
        let first = try await town.signedIn(sessions: sessions)
        await first.close()
        try FileManager.default.moveItem(at: nameFile, to: leavingFile)
        if !isReached { town.stop() }
        let second = try town.start(sessions: sessions)
        #expect(try await second.users.fetchCurrentUser().id == town.userId)
        // As long as the service cannot say so, it may have been one.
        #expect(town.files.contains(leavingName) == !isReached)
        #expect(town.files.contains("account") == isReached)
        await second.close()
    }

    @Test("A log-out that the service has heard of, and not this process, is one")
    func heardLogOut() async throws {
        let town = try Town { router in
            router.answer(AccountsAPI.refresh) { _, _ in
                throw try RPCError.refusal(.notAuthenticated)
            }
        }
        let sessions = MemorySessionStore()
        let first = try await town.signedIn(sessions: sessions)
        await first.close()
        let name = town.userId.uuidString.lowercased() + ".leaving"
        try FileManager.default.moveItem(
            at: town.place.appendingPathComponent("account"),
            to: town.place.appendingPathComponent(name)
        )
        sessions.save(try sessions.load()?.with(["access_expires_at": 0]))
        let second = try town.start(sessions: sessions)
        #expect(try await second.outboxIsClosed())
        #expect(sessions.load() == nil && !town.tells("minji") && !town.files.contains(name))
        await second.close()
    }

    @Test("Who signs out of a session that has ended elsewhere leaves nothing behind either")
    func endedElsewhere() async throws {
        let sessions = MemorySessionStore()
        let first = try await town.signedIn(sessions: sessions)
        await first.close()
        sessions.save(nil)
        let second = try town.start(sessions: sessions)
        #expect(try await second.auth.getCurrentUser() == nil)
        #expect(town.tells("minji"))
        try await second.auth.logout()
        #expect(!town.tells("minji") && !town.files.contains("account"))
        await second.close()
    }

    @Test("Who deletes the account leaves nothing, not even what was not sent")
    func deletedAccount() async throws {
        let town = try Town { router in
            router.answer(AccountsAPI.deleteAccount) { request, _ in
                guard request.password == "secret" else {
                    throw try RPCError.refusal(.wrongCredentials)
                }
                return DeleteAccountResponse()
            }
        }
        let application = try await town.signedIn()
        _ = try await application.messages.sendMessage(.note("안녕"))
        await #expect(throws: AppError.self) {
            try await application.auth.deleteAccount(password: "wrong")
        }
        #expect(town.tells("안녕") && town.files.contains("account"))
        try await application.auth.deleteAccount(password: "secret")
        #expect(!town.tells("안녕") && !town.tells("minji") && !town.files.contains("account"))
        #expect(try await application.auth.getCurrentUser() == nil)
        await application.close()
    }

    @Test("Who has signed in again after such a log-out keeps the copy")
    func signedInAgain() async throws {
        let sessions = MemorySessionStore()
        let first = try await town.signedIn(sessions: sessions)
        let label = try #require(sessions.load()?.label)
        await first.close()
        let leaving = "\(town.userId.uuidString) other\(label)"
        try PrivateFile.replace(leavingFile.path, with: Array(leaving.utf8))
        let second = try town.start(sessions: sessions)
        #expect(try await second.users.fetchCurrentUser().id == town.userId)
        #expect(!town.files.contains(leavingName))
        await second.close()
    }

    @Test("A copy with writes that were not sent stays, and its account finds them again")
    func unsentWrites() async throws {
        let sessions = MemorySessionStore()
        let first = try await town.signedIn(sessions: sessions)
        // The service of this test does not know the method, and says no.
        let note = try await first.messages.sendMessage(.note("안녕"))
        try await first.auth.logout()
        // Of all else nothing is left.
        #expect(town.tells("안녕") && !town.tells("minji"))
        _ = try await first.auth.login(email: "m@example.com", password: "secret")
        #expect(try await first.outbox.fetchWrites().map(\.id) == [note.id])
        await first.close()
    }

    @Test("Many that ask at once open one copy, and who asks after the end is refused")
    func manyQuestions() async throws {
        let sessions = MemorySessionStore()
        let first = try await town.signedIn(sessions: sessions)
        await first.close()
        let second = try town.start(sessions: sessions)
        try await withThrowingTaskGroup(of: UUID.self) { group in
            for _ in 0..<50 {
                group.addTask { try await second.users.fetchCurrentUser().id }
            }
            for try await id in group { #expect(id == town.userId) }
        }
        let users = second.users.observeCurrentUser()
        await second.close()
        await #expect(throws: AppError.closed) { try await second.users.fetchCurrentUser() }
        for await user in users { Issue.record("A stream goes on: \(String(describing: user))") }
        await second.close()
    }

    @Test("Another account's lists are nobody's here")
    func otherAccounts() async throws {
        let application = try await town.signedIn()
        let other = UUID()
        let calls: [() async throws -> Void] = [
            { _ = try await application.contacts.fetchContacts(forUserId: other) },
            { _ = try await application.messages.fetchSentMessages(forUserId: other) },
            { _ = try await application.messages.fetchReceivedMessages(forUserId: other) },
        ]
        for call in calls {
            await #expect(throws: AppError.data(.notFound())) { try await call() }
        }
        await application.close()
    }
}

extension OfflineApplication {
    /// Whether there is nobody whose writes could be read.
    fileprivate func outboxIsClosed() async throws -> Bool {
        do {
            _ = try await outbox.fetchWrites()
            return false
        } catch {
            return error as? AppError == .auth(.unauthorized)
        }
    }
}
