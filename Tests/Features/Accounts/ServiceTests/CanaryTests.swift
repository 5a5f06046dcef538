import Domain
import Foundation
import NoteletAPI
import TestSupport
import Testing

@testable import Serving
@testable import Records
@testable import NoteStorage
@testable import AccountStorage
import Storage

/// No byte of any file, of the store or of the archive of its log, tells of somebody who was
/// deleted, once the files were cleaned.
@Suite struct CanaryTests {
    private let service: TestService
    private let bob: Person

    init() async throws {
        service = try TestService(archivesLog: true)
        bob = try await service.person("bob")
    }

    /// A word for each text of somebody's, in no other text.
    private static let words = [
        "kanarinam", "kanarialt", "kanaribild", "kanarimann", "kanariart", "kanarimemo",
        "kanaripost", "kanariwort", "kanarialtmemo", "kanaritot",
        "kanarimeldung",
    ]

    /// The words that are in any file of the store or of the archive.
    private func wordsInFiles() throws -> Set<String> {
        let root = service.directory.path
        var found: Set<String> = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
            guard let bytes = FileManager.default.contents(atPath: root + "/" + name) else {
                continue
            }
            for word in Self.words where bytes.range(of: Data(word.utf8)) != nil {
                found.insert("\(word) in \(name)")
            }
        }
        return found
    }

    private func plant() async throws {
        let alice = try await service.person("kanarialt")
        try await service.call(
            ProfilesAPI.updateProfile,
            UpdateProfileRequest(
                username: "kanarinam",
                profileImageURL: "https://example.com/kanaribild"
            ),
            as: alice.caller
        )
        let request = AddContactRequest(
            name: "kanarimann",
            relationship: "kanariart",
            memo: "kanarialtmemo",
            link: bob.link
        )
        let contact = try #require(
            try await service.call(ContactsAPI.addContact, request, as: alice.caller).contact
        )
        try await service.call(
            ContactsAPI.updateContact,
            UpdateContactRequest(id: contact.id, memo: "kanarimemo"),
            as: alice.caller,
            key: "again"
        )
        try await service.send("kanaripost", from: alice, through: contact, revealing: true)
        let note = try #require(try await service.received(by: bob).first)
        try await service.call(
            MessagesAPI.deleteMessage,
            DeleteMessageRequest(messageID: note.id),
            as: bob.caller
        )
        // What others keep is theirs: this one goes with the receiver's deletion alone.
        try await service.send("kanaritot", from: bob, to: alice)
        let received = try #require(try await service.received(by: alice).first)
        let answer = AnswerMessageRequest(messageID: received.id, content: "kanariwort")
        try await service.call(MessagesAPI.answerMessage, answer, as: alice.caller)
        let sent = try #require(try await service.sent(by: bob).first)
        try await service.call(
            MessagesAPI.deleteMessage,
            DeleteMessageRequest(messageID: sent.id),
            as: bob.caller
        )
        // Of what she reports the note's copy and the reason stay, and not her words.
        try await service.send("bad words", from: bob, to: alice)
        let bad = try #require(
            try await service.received(by: alice).first { $0.content == "bad words" }
        )
        try await service.call(
            MessagesAPI.reportMessage,
            ReportMessageRequest(messageID: bad.id, reason: .spam, detail: "kanarimeldung"),
            as: alice.caller
        )
        try await service.call(
            AccountsAPI.deleteAccount,
            DeleteAccountRequest(password: TestService.password),
            as: alice.caller
        )
    }

    @Test(arguments: [Door.ttrpc, .webJSON])
    func noByteOfAnyFileIsLeftOfWhoWasDeleted(door: Door) async throws {
        try service.enter(by: door)
        let carl = try await service.person("carl")
        try await plant()
        await service.keepHouse()
        // The files are those that an operator's tools and thieves find.
        #expect(try !wordsInFiles().isEmpty)
        #expect(service.store.clean())
        #expect(try wordsInFiles().isEmpty)
        // Also of a busy store, with pages that are split, emptied and used again.
        for round in 0..<3 {
            try await plant()
            for number in 0..<100 {
                try await service.send(
                    String(repeating: "\(round) \(number) ", count: 1 + number % 40),
                    from: bob,
                    to: carl
                )
            }
            await service.keepHouse()
            #expect(service.store.clean())
            #expect(try wordsInFiles().isEmpty)
        }
    }
}
