import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import SQLite
import TestSupport
import Testing

@testable import NoteletOffline

/// Two programs on one folder, of which one does what the other does not know of.
@Suite("What another process does", .timeLimit(.minutes(1)))
struct OtherProcessTests {
    private let town: Town
    private let sessions = MemorySessionStore()

    init() throws {
        town = try Town()
    }

    @Test("Who signs in to another process is signed in here as well, and screens show it")
    func signIn() async throws {
        let here = try town.start(sessions: sessions)
        var users = here.users.observeCurrentUser().makeAsyncIterator()
        #expect(await users.next() == .some(nil))
        let there = try await town.signedIn(sessions: sessions)
        let user = await users.next()
        #expect(user??.id == town.userId)
        await here.close()
        await there.close()
    }

    @Test("Screens go on where it was not known who is signed in, once it is")
    func firstReadingsThatFail() async throws {
        let first = try await town.signedIn(sessions: sessions)
        await first.close()
        let nameFile = town.place.appendingPathComponent("account")
        let name = try Data(contentsOf: nameFile)
        try Data("?".utf8).write(to: nameFile)
        town.stop()
        let application = try town.start(sessions: sessions)
        var states = application.sync.observeState().makeAsyncIterator()
        #expect(await states.next() == .connecting)
        let waiting = Task {
            for await user in application.users.observeCurrentUser() where user != nil {
                return user?.id
            }
            return nil
        }
        try name.write(to: nameFile)
        let found = try await patiently { await waiting.value }
        #expect(found == town.userId)
        await application.close()
    }

    @Test("What is written here while another process signs out is kept, and found again")
    func logOutElsewhere() async throws {
        let here = try await town.signedIn(sessions: sessions)
        let there = try town.start(sessions: sessions)
        #expect(try await there.users.fetchCurrentUser().id == town.userId)
        try await there.auth.logout()
        // This process does not know it yet.
        let note = try await here.messages.sendMessage(.note("안녕"))
        await here.close()
        await there.close()
        let next = try await town.signedIn(sessions: sessions)
        #expect(try await next.outbox.fetchWrites().map(\.id) == [note.id])
        await next.close()
    }

    @Test("Who signs out of one account leaves another's session and copy as they are")
    func otherAccount() async throws {
        let here = try await town.signedIn(sessions: sessions) { $0.pollInterval = .seconds(600) }
        #expect(try await here.users.fetchCurrentUser().id == town.userId)
        // As another process does that signs somebody else in.
        let other = MemorySessionStore(try otherSession())
        let place = AccountFolder(place: town.place)
        let name = AccountFolder.SignIn(userId: UUID(), label: "other")
        try place.note(name)
        let copy = try CopyFile(
            path: place.copyPath(of: name.userId),
            userId: name.userId,
            hub: ChangeHub()
        ).open()
        try await copy.write { (tables) throws(SQLiteError) in
            try tables.put(NoteletAPI.User(id: name.userId.bytes, username: "sujin"))
        }
        sessions.save(other.load())
        try await here.auth.logout()
        #expect(sessions.load()?.label == "other" && place.signIn == name)
        #expect(town.tells("sujin") && !town.tells("minji"))
        await copy.close()
        await here.close()
    }

    /// The session of a log-in of somebody else at the same server.
    private func otherSession() throws -> StoredSession {
        let session = try #require(sessions.load())
        return try session.with(["label": "other", "access_token": "access-other"])
    }

    @Test("A process whose account was exchanged under it goes on with the other one")
    func exchangedAccount() async throws {
        let here = try await town.signedIn(sessions: sessions)
        #expect(try await here.users.fetchCurrentUser().id == town.userId)
        let place = AccountFolder(place: town.place)
        let name = AccountFolder.SignIn(userId: UUID(), label: "other")
        try place.note(name)
        sessions.save(try otherSession())
        let lists = here.contacts
        let patience = Patience()
        while true {
            do {
                _ = try await lists.fetchContacts(forUserId: name.userId)
                break
            } catch {
                try await patience.pause()
            }
        }
        await #expect(throws: AppError.data(.notFound())) {
            _ = try await here.contacts.fetchContacts(forUserId: town.userId)
        }
        await here.close()
    }

    @Test("A copy whose file was taken away is another one, and no write goes into nowhere")
    func removedFiles() async throws {
        let application = try await town.signedIn(sessions: sessions)
        for name in town.copies {
            try FileManager.default.removeItem(at: town.place.appendingPathComponent(name))
        }
        let patience = Patience()
        while true {
            try patience.check()
            do {
                let note = try await application.messages.sendMessage(.note("안녕"))
                await application.close()
                let next = try town.start(sessions: sessions)
                #expect(try await next.outbox.fetchWrites().map(\.id) == [note.id])
                await next.close()
                return
            } catch {
                guard case .unknown? = (error as? AppError)?.kind else { throw error }
            }
        }
    }
}
