import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

@Suite("Notes of a test")
struct MockMessageRepositoryTests {
    @Test("A note that there is can be deleted, is remembered as asked for, and stays")
    func deletions() async throws {
        let note = Message.mock()
        let repository = MockMessageRepository(messagesToReturn: [note])
        #expect(!repository.deleteMessageCalls.wasCalled)
        try await repository.deleteMessage(byId: note.id)
        try await repository.deleteMessage(byId: note.id)
        #expect(repository.deleteMessageCalls.arguments == [note.id, note.id])
        #expect(try await repository.fetchMessage(byId: note.id) == note)
        await #expect(throws: AppError.data(.notFound())) {
            try await repository.deleteMessage(byId: UUID())
        }
        #expect(repository.deleteMessageCalls.count == 3)
    }

    @Test("What comes of it is what the test says")
    func handlers() async {
        let repository = MockMessageRepository(messagesToReturn: [])
        repository.deleteMessageCalls.handler = { _ in throw AppError.network(.timeout) }
        await #expect(throws: AppError.network(.timeout)) {
            try await repository.deleteMessage(byId: UUID())
        }
    }

    @Test("To delete where no handler says what comes of it ends the test")
    func unsetHandlers() async {
        await #expect(processExitsWith: .failure) {
            try? await MockMessageRepository().deleteMessage(byId: UUID())
        }
    }
}
