import Foundation
import NoteletClient
import NoteletInterface
import NoteletOffline
import TestSupport
import Testing

/// Streams of what is there now, as screens follow them.
@Suite("Observing", .timeLimit(.minutes(2)))
struct ObservationTests {
    @Test("A stream begins with what is there, follows each change, and needs no network")
    func streams() async throws {
        let server = try await ServerProcess()
        let device = try Device(at: server.address)
        let application = device.application
        #expect(await first(of: application.users.observeCurrentUser()) == .some(.none))
        #expect(await first(of: application.messages.observeMessages(.received, countMax: 9)) == [])
        let states = application.sync.observeState()
        #expect(await first(of: states) == .signedOut)
        let user = try await device.signUp("minji")
        try await device.wait(for: states) { $0 == .upToDate }
        #expect(await first(of: application.users.observeCurrentUser()) == user)

        let sender = try await signUp("sender", at: server.address)
        let link = try #require(user.personalLink?.url.absoluteString)
        let notes = application.messages.observeMessages(.received, countMax: 2)
        for text in ["하나", "둘", "셋"] {
            try await sender.send(text, toLink: link)
            let shown = try await device.wait(for: notes) { $0.first?.content == text }
            #expect((shown?.count ?? 0) <= 2)
        }
        await server.stop(SIGKILL)
        try await device.wait(for: states) { state in
            if case .offline = state { true } else { false }
        }
        let offline = try #require(await first(of: newest(of: application)))
        #expect(offline.map(\.content) == ["셋", "둘"])
        let answer = AnswerMessageUseCase(messageRepository: application.messages)
        _ = try await answer.execute(messageId: offline[0].id, content: "네")
        let answered = await first(of: newest(of: application))
        #expect(answered?.first?.answer?.writeState == .pending)
        try await server.start()
        try await device.wait(for: newest(of: application)) {
            $0.first?.answer?.writeState == .saved
        }
        try await device.wait(for: states) { $0 == .upToDate }
        await application.close()
    }

    @Test("Thousands of observers share one watch, and leave nothing when they are let go")
    func manyObservers() async throws {
        let server = try await ServerProcess()
        let device = try Device(at: server.address)
        let user = try await device.signUp("minji")
        let messages = device.application.messages
        try await device.wait(for: device.application.sync.observeState()) { $0 == .upToDate }
        let observerCount = 1_000
        let link = try #require(user.personalLink?.url.absoluteString)
        let sender = try await signUp("sender", at: server.address)
        await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<observerCount {
                group.addTask {
                    let notes = messages.observeMessages(.received, countMax: 1)
                    for await notes in notes where notes.first?.content == "모두에게" { return }
                }
            }
            group.addTask { try await sender.send("모두에게", toLink: link) }
        }
        // One that waits for ever is ended by its task.
        let waiting = Task {
            for await _ in messages.observeMessages(.sent, countMax: 1) {}
        }
        waiting.cancel()
        await waiting.value
        await device.application.close()
        #expect(await server.stop() == 0)
    }

    private func newest(
        of application: OfflineApplication
    ) -> AsyncStream<[NoteletInterface.Message]> {
        application.messages.observeMessages(.received, countMax: 2)
    }

    private func first<Value: Sendable>(of stream: AsyncStream<Value>) async -> Value? {
        for await value in stream { return value }
        return nil
    }
}
