import Foundation
import NoteletClient
import NoteletInterface
import NoteletOffline
import TestSupport
import Testing

/// Blocks of an account on two devices.
@Suite("Blocks on devices", .timeLimit(.minutes(2)))
struct BlockTests {
    @Test("A block shows on another device, keeps notes away, and ends there as well")
    func twoDevices() async throws {
        let server = try await ServerProcess()
        let (phone, tablet) = (try Device(at: server.address), try Device(at: server.address))
        let user = try await phone.signUp("minji")
        _ = try await tablet.application.auth.login(email: user.email, password: password)
        let link = try #require(user.personalLink?.token)
        let sender = try await signUp("sender", at: server.address)
        let other = try await signUp("other", at: server.address)
        let states = tablet.application.sync.observeState()
        try await tablet.wait(for: states) { $0 == .upToDate }

        try await sender.send("하나", toLink: link)
        let notes = try await phone.wait(for: newest(on: phone)) { !$0.isEmpty }
        let note = try #require(notes?.first)
        try await phone.application.useCases.blockSender.execute(messageId: note.id)
        #expect(try await blocks(on: phone, of: user).map(\.messageId) == [note.id])
        let seen = try await tablet.wait(for: tablet.application.blocks.observeBlocks()) {
            !$0.isEmpty
        }
        #expect(seen?.map(\.messageId) == [note.id])
        try await sender.send("둘", toLink: link)
        try await other.send("셋", toLink: link)
        for device in [phone, tablet] {
            let shown = try await device.wait(for: newest(on: device)) {
                $0.first?.content == "셋"
            }
            #expect(shown?.map(\.content) == ["셋", "하나"])
        }

        await server.stop(SIGKILL)
        try await tablet.restart()
        #expect(try await blocks(on: tablet, of: user) == seen)
        await #expect(throws: AppError.network(.noConnection)) {
            try await tablet.application.useCases.unblockSender.execute(messageId: note.id)
        }
        #expect(try await blocks(on: tablet, of: user) == seen)
        try await server.start()
        try await tablet.application.useCases.unblockSender.execute(messageId: note.id)
        try await phone.wait(for: phone.application.blocks.observeBlocks()) { $0.isEmpty }
        #expect(try await blocks(on: tablet, of: user) == [])
        try await sender.send("넷", toLink: link)
        try await tablet.wait(for: newest(on: tablet)) { $0.first?.content == "넷" }
        await phone.application.close()
        await tablet.application.close()
        #expect(await server.stop() == 0)
    }

    private func newest(on device: Device) -> AsyncStream<[NoteletInterface.Message]> {
        device.application.messages.observeMessages(.received, countMax: 9)
    }

    private func blocks(
        on device: Device,
        of user: NoteletInterface.User
    ) async throws -> [NoteletInterface.Block] {
        try await device.application.blocks.fetchBlocks(forUserId: user.id)
    }
}
