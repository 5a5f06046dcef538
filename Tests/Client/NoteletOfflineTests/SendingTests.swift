import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import NoteletTestSupport
import TTRPC
import TestSupport
import Testing

@testable import NoteletOffline

/// What the sender of an outbox makes of what a service says.
@Suite("Sending what waits", .timeLimit(.minutes(1)))
struct SendingTests {
    /// Waits until the writes are as wanted.
    private func writes(
        of application: OfflineApplication,
        _ isWanted: ([PendingWrite]) -> Bool
    ) async throws -> [PendingWrite] {
        for await writes in application.outbox.observeWrites() where isWanted(writes) {
            return writes
        }
        throw CancellationError()
    }

    @Test("A write has its intention for a key, each time")
    func keys() async throws {
        let keys = Log<String>()
        let town = try Town { router in
            router.answer(MessagesAPI.sendToLink) { _, context in
                if keys.append(context.key ?? "") < 3 { throw RPCError(.internal, "broken") }
                return SendResponse(messageID: UUID().bytes)
            }
        }
        let application = try await town.signedIn()
        let note = try await application.messages.sendMessage(.note("안녕"))
        // One more try after a failure of the service's own, and then a report.
        let failed = try await writes(of: application) { $0.first?.state != .pending }
        guard case .failed? = failed.first?.state else {
            Issue.record("\(failed)")
            return
        }
        try await application.outbox.retry(note.id)
        _ = try await writes(of: application) { $0.isEmpty }
        #expect(keys.entries == [String](repeating: note.id.uuidString, count: 3))
        await application.close()
    }

    @Test("What the service has no time for now is sent later, and can still be changed")
    func crowded() async throws {
        let contents = Log<String>()
        let town = try Town { router in
            router.answer(MessagesAPI.sendToLink) { request, _ in
                guard contents.append(request.content) > 1 else {
                    throw try RPCError.refusal(
                        .rateLimited,
                        fields: ["retry_after_seconds": "86400"]
                    )
                }
                return SendResponse(messageID: UUID().bytes)
            }
        }
        let application = try await town.signedIn()
        let first = try await application.messages.sendMessage(.note("1"))
        let later = try await application.messages.sendMessage(.note("2"))
        await contents.wait(forCount: 1)
        // The conversation rests, and others do not.
        let other = try await application.messages.sendMessage(.note("3", link: "other"))
        let rest = try await writes(of: application) { writes in
            !writes.contains { $0.id == other.id }
        }
        #expect(rest.map(\.id) == [first.id, later.id])
        #expect(rest.allSatisfy { $0.state == .pending })
        #expect(contents.entries == ["1", "3"])
        let patience = Patience()
        while true {
            do {
                try await application.outbox.edit(first.id, content: "1, later")
                break
            } catch let error as AppError {
                guard case .data(.conflict) = error.kind else { throw error }
                try await patience.pause()
            }
        }
        await application.close()
    }

    @Test("A write that meets the end of a session waits for the next, however long")
    func signedOut() async throws {
        let clock = FakeClock(.start)
        let calls = Log<String>()
        let isOver = Log<Void>()
        let town = try Town { router in
            router.answer(AccountsAPI.refresh) { _, _ in
                throw try RPCError.refusal(.notAuthenticated)
            }
            router.answer(MessagesAPI.sendToLink) { request, _ in
                calls.append(request.content)
                if isOver.entries.isEmpty { throw try RPCError.refusal(.notAuthenticated) }
                return SendResponse(messageID: UUID().bytes)
            }
        }
        let sessions = MemorySessionStore()
        let application = try await town.signedIn(sessions: sessions) { configuration in
            configuration.dateClient = clock.dateClient
        }
        let note = try await application.messages.sendMessage(.note("안녕"))
        let patience = Patience()
        while sessions.load() != nil { try await patience.pause() }
        #expect(calls.entries == ["안녕"])
        clock.advance(by: 2 * 86_400)
        isOver.append(())
        _ = try await application.auth.login(email: "m@example.com", password: "secret")
        let rest = try await writes(of: application) { $0.first?.state != .pending }
        #expect(rest.isEmpty)
        #expect(try await application.messages.fetchMessage(byId: note.id).writeState == .saved)
        await application.close()
    }

    @Test("A write that may have arrived before the session was over is not forgotten to be so")
    func lostReplyBeforeTheEnd() async throws {
        let calls = Log<Void>()
        let town = try Town { router in
            router.answer(MessagesAPI.sendToLink) { _, _ in
                // It may be written though the service failed, and then the session is over.
                if calls.append(()) == 1 { throw RPCError(.internal, "broken") }
                throw try RPCError.refusal(.notAuthenticated)
            }
            router.answer(AccountsAPI.refresh) { _, _ in
                throw try RPCError.refusal(.notAuthenticated)
            }
        }
        let application = try await town.signedIn()
        let note = try await application.messages.sendMessage(.note("1"))
        for await state in application.sync.observeState() where state == .signedOut { break }
        #expect(calls.entries.count == 2)
        await #expect(throws: AppError.self) {
            try await application.outbox.edit(note.id, content: "2")
        }
        await application.close()
    }

    @Test("A reply that tells no id ends nothing: the write may have arrived", arguments: [0, 3])
    func strangeReplies(byteCount: Int) async throws {
        let calls = Log<Void>()
        let town = try Town { router in
            router.answer(MessagesAPI.sendToLink) { _, _ in
                calls.append(())
                return SendResponse(messageID: [UInt8](repeating: 7, count: byteCount))
            }
        }
        let application = try await town.signedIn()
        let note = try await application.messages.sendMessage(.note("1"))
        await calls.wait(forCount: 1)
        let rest = try await application.outbox.fetchWrites()
        #expect(rest.map(\.id) == [note.id] && rest.map(\.state) == [.pending])
        await #expect(throws: AppError.self) {
            try await application.outbox.edit(note.id, content: "2")
        }
        #expect(try await application.messages.fetchMessage(byId: note.id).content == "1")
        await application.close()
    }

    @Test("A note that somebody else wrote is not sent by who has signed in since")
    func otherSenders() async throws {
        let town = try Town()
        let application = try await town.signedIn()
        await #expect(throws: AppError.data(.notFound())) {
            try await application.messages.sendMessage(.note("1", from: UUID()))
        }
        #expect(try await application.outbox.fetchWrites().isEmpty)
        await application.close()
    }

    @Test("What waits for an account goes out as no stranger's when the session is over")
    func noStrangers() async throws {
        let tokens = Log<String?>()
        let town = try Town { router in
            router.answer(MessagesAPI.sendToLink) { _, context in
                tokens.append(context.token)
                return SendResponse(messageID: UUID().bytes)
            }
            router.answer(AccountsAPI.refresh) { _, _ in
                throw try RPCError.refusal(.notAuthenticated)
            }
        }
        let sessions = MemorySessionStore()
        let first = try await town.signedIn(sessions: sessions)
        await first.close()
        sessions.save(try sessions.load()?.with(["access_expires_at": 0]))
        let second = try town.start(sessions: sessions)
        let note = try await second.messages.sendMessage(.note("1"))
        for await user in second.users.observeCurrentUser() where user == nil { break }
        for await state in second.sync.observeState() where state == .signedOut { break }
        #expect(try await second.outbox.fetchWrites().map(\.id) == [note.id])
        #expect(tokens.entries.isEmpty)
        await second.close()
    }

    @Test("Where writes are the service's first, what was written goes by the service's ids, too")
    func remoteFirst() async throws {
        let sent = UUID()
        let deleted = Log<[UInt8]>()
        let town = try Town { router in
            router.answer(MessagesAPI.sendToLink) { _, _ in SendResponse(messageID: sent.bytes) }
            router.answer(MessagesAPI.deleteMessage) { request, _ in
                deleted.append(request.messageID)
                return DeleteMessageResponse()
            }
        }
        let application = try await town.signedIn { $0.writes = .remoteThenCopy }
        let note = Message.note("안녕")
        #expect(try await application.messages.sendMessage(note).id == sent)
        #expect(try await application.messages.fetchMessage(byId: note.id).id == sent)
        try await application.messages.deleteMessage(byId: note.id)
        #expect(deleted.entries == [sent.bytes])
        #expect(try await application.messages.fetchSentMessages(forUserId: town.userId) == [])
        await application.close()
    }

    @Test("What was given up before it was sent never is, and is known no more")
    func drops() async throws {
        let calls = Log<Void>()
        let town = try Town { router in
            router.answer(MessagesAPI.sendToLink) { _, _ in
                calls.append(())
                throw try RPCError.refusal(.linkNotFound)
            }
        }
        let application = try await town.signedIn()
        let outbox = application.outbox
        let note = try await application.messages.sendMessage(.note("안녕"))
        let failed = try await writes(of: application) { $0.first?.state != .pending }
        guard case .failed(let error)? = failed.first?.state else {
            Issue.record("\(failed)")
            return
        }
        #expect(error.refusal?.reason == "LINK_NOT_FOUND")
        try await outbox.drop(note.id)
        for call in [outbox.drop, outbox.retry, { try await outbox.edit($0, content: "x") }] {
            await #expect(throws: AppError.data(.notFound())) { try await call(note.id) }
        }
        #expect(try await outbox.fetchWrites().isEmpty && calls.entries.count == 1)
        await application.close()
    }

    @Test("To delete what is gone already is done, and nothing is left of it")
    func deletionsOfNothing() async throws {
        let asked = Log<Void>()
        let town = try Town { router in
            router.answer(MessagesAPI.deleteMessage) { _, _ in
                asked.append(())
                throw try RPCError.refusal(.messageNotFound)
            }
        }
        let application = try await town.signedIn()
        try await application.messages.deleteMessage(byId: UUID())
        await asked.wait(forCount: 1)
        #expect(try await writes(of: application) { $0.isEmpty } == [])
        await application.close()
    }

    @Test("Another answer can be given where the first was refused")
    func secondAnswers() async throws {
        let contents = Log<String>()
        let id = UUID()
        let town = try Town { router in
            router.answer(MessagesAPI.getMessage) { _, _ in
                let note = ReceivedMessage(id: id.bytes, content: "안녕")
                return GetMessageResponse(message: NoteletAPI.Message(side: .received(note)))
            }
            router.answer(MessagesAPI.answerMessage) { request, _ in
                guard contents.append(request.content) > 1 else {
                    throw try RPCError.refusal(.invalidValue)
                }
                let answer = NoteletAPI.Answer(content: request.content, id: UUID().bytes)
                let note = ReceivedMessage(id: id.bytes, content: "안녕", answer: answer)
                return AnswerMessageResponse(message: note)
            }
        }
        let application = try await town.signedIn()
        let answer = application.useCases.answerMessage
        _ = try await answer.execute(messageId: id, content: "너무 길다")
        _ = try await writes(of: application) { writes in
            if case .failed? = writes.first?.state { true } else { false }
        }
        let again = try await answer.execute(messageId: id, content: "네")
        #expect(again.answer?.content == "네")
        _ = try await writes(of: application) { $0.isEmpty }
        #expect(contents.entries == ["너무 길다", "네"])
        let known = try await application.messages.fetchMessage(byId: id)
        #expect(known.answer?.content == "네" && known.answer?.writeState == .saved)
        // The same once more is done already; another one is not.
        #expect(try await answer.execute(messageId: id, content: "네") == known)
        let error = await #expect(throws: AppError.self) {
            try await answer.execute(messageId: id, content: "아니요")
        }
        #expect(error?.refusal?.reason == "ALREADY_ANSWERED")
        await application.close()
    }
}

private typealias Message = NoteletInterface.Message
