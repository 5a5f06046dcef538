import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import NoteletTestSupport
import SQLite
import TTRPC
import Testing

@testable import NoteletOffline

/// Blocks of the copy, and what a change at the service makes of them.
@Suite("Blocks of the copy", .timeLimit(.minutes(1)))
struct BlockTests {
    @Test("The newest block is shown first, and one by no note is damage")
    func order() throws {
        let copy = try TestCopy()
        let notes = [UUID(), UUID(), UUID()]
        for (note, seconds) in zip(notes, [2, 3, 1] as [Int64]) {
            let block = NoteletAPI.Block(messageID: note.bytes, blockedAt: .after(seconds))
            try copy.tables.feed(.block(block))
        }
        let shown = try copy.tables.shownBlocks()
        #expect(shown.map(\.messageId) == [notes[1], notes[0], notes[2]])
        #expect(shown.first?.blockedAt == Date.start.addingTimeInterval(3))
        try copy.tables.feed(.block(NoteletAPI.Block(messageID: [1])))
        #expect(throws: SQLiteError.self) { try copy.tables.shownBlocks() }
    }

    @Test("A block is the service's before it returns, then the copy's, and so is its end")
    func changes() async throws {
        let keys = Log<String>()
        let town = try Town { router in
            router.answer(MessagesAPI.blockSender) { _, context in
                keys.append("block \(context.key ?? "")")
                return BlockSenderResponse()
            }
            router.answer(MessagesAPI.unblockSender) { _, context in
                keys.append("unblock \(context.key ?? "")")
                return UnblockSenderResponse()
            }
        }
        let moment = Date.start.addingTimeInterval(0.25)
        let application = try await town.signedIn { configuration in
            configuration.dateClient = .fixed(moment)
        }
        // A feed that moves meanwhile would tell it by itself, which this one does not.
        for await state in application.sync.observeState() where state == .upToDate { break }
        let (note, intention) = (UUID(), UUID())
        let blocks = application.blocks
        var seen = blocks.observeBlocks().makeAsyncIterator()
        #expect(await seen.next() == [])
        try await application.useCases.blockSender.execute(messageId: note, intention: intention)
        let block = NoteletInterface.Block(messageId: note, blockedAt: moment)
        #expect(await seen.next() == [block])
        try await application.useCases.unblockSender.execute(messageId: note, intention: intention)
        #expect(await seen.next() == [])
        #expect(keys.entries == ["block \(intention)", "unblock \(intention)"])
        #expect(try await application.outbox.fetchWrites() == [])
        await #expect(throws: AppError.data(.notFound())) {
            try await blocks.fetchBlocks(forUserId: UUID())
        }
        await application.close()
    }

    @Test("What the service refuses, or does not hear, is not blocked")
    func failures() async throws {
        let town = try Town { router in
            router.answer(MessagesAPI.blockSender) { _, _ in
                throw try RPCError.refusal(.messageNotFound)
            }
        }
        let application = try await town.signedIn { $0.reads = .copyFirst }
        let blocks = application.blocks
        let error = await #expect(throws: AppError.self) {
            try await blocks.blockSender(ofMessageId: UUID(), intention: UUID())
        }
        #expect(error?.refusal?.reason == "MESSAGE_NOT_FOUND")
        #expect(try await blocks.fetchBlocks(forUserId: town.userId) == [])
        town.stop()
        let lost = await #expect(throws: AppError.self) {
            try await blocks.blockSender(ofMessageId: UUID(), intention: UUID())
        }
        guard case .network? = lost?.kind else {
            Issue.record("\(String(describing: lost))")
            return
        }
        #expect(try await blocks.fetchBlocks(forUserId: town.userId) == [])
        await application.close()
    }

    @Test("Where the feed has gone on meanwhile, what it told stays")
    func movedFeed() async throws {
        let note = UUID()
        let isAsked = Log<Void>()
        let isTold = Log<Void>()
        let town = try Town { router in
            router.answer(MessagesAPI.blockSender) { _, _ in
                isAsked.append(())
                await isTold.wait(forCount: 1)
                return BlockSenderResponse()
            }
        } news: {
            await isAsked.wait(forCount: 1)
            // Blocked here, and unblocked elsewhere at once.
            let changes: [Change.Kind] = [
                .block(NoteletAPI.Block(messageID: note.bytes)), .unblockedMessageID(note.bytes),
                .sent(.note("그 사이")),
            ]
            return ChangePage(
                changes: changes.map { Change(kind: $0) },
                cursor: [2],
                isUpToDate: true
            )
        }
        let application = try await town.signedIn { $0.reads = .copyFirst }
        for await state in application.sync.observeState() where state == .upToDate { break }
        async let blocking: Void = application.blocks.blockSender(
            ofMessageId: note,
            intention: UUID()
        )
        for await notes in application.messages.observeMessages(.sent, countMax: 1)
        where !notes.isEmpty { break }
        isTold.append(())
        try await blocking
        #expect(try await application.blocks.fetchBlocks(forUserId: town.userId) == [])
        await application.close()
    }
}
