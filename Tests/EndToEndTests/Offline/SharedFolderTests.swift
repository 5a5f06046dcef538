import Foundation
import NoteletClient
import NoteletInterface
import NoteletOffline
import TestSupport
import Testing

/// Several processes on one folder, such as an application and what shares into it.
@Suite("A shared folder", .timeLimit(.minutes(2)))
struct SharedFolderTests {
    @Test("One of two keeps the copy and sends what both write, and the other takes over")
    func oneKeeps() async throws {
        let server = try await ServerProcess()
        let receiver = try await signUp("receiver", at: server.address)
        let link = try #require(try await receiver.link()?.url)
        let first = try Device(at: server.address)
        _ = try await first.signUp("minji")
        let contact = try await first.addContact("김민수", link: link)
        try await first.waitUntilSent()
        let second = try Device(at: server.address, in: first.folder)
        try await second.wait(for: second.application.sync.observeState()) {
            $0 == .keptByAnother
        }
        let seen = second.application.messages.observeMessages(.sent, countMax: 10)
        let kept = try await second.application.contacts.fetchContact(byId: contact.id)
        for number in 0..<5 {
            try await first.send("첫째 \(number)", to: kept)
            try await second.send("둘째 \(number)", to: kept)
        }
        try await second.wait(for: seen) { notes in
            notes.count == 10 && notes.allSatisfy { $0.writeState == .saved }
        }
        #expect(try await received(by: receiver).count == 10)

        await first.application.close()
        try await second.wait(for: second.application.sync.observeState()) { $0 == .upToDate }
        try await second.send("allein", to: kept)
        try await second.waitUntilSent()
        #expect(try await received(by: receiver).count == 11)
        await second.application.close()
    }

    private func received(by notelet: Notelet) async throws -> Set<String> {
        var contents: Set<String> = []
        for try await note in notelet.inbox().items {
            #expect(contents.insert(note.content).inserted)
        }
        return contents
    }
}
