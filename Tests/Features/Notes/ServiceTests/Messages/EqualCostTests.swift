import AccountRules
import Domain
import NoteletAPI
import Testing

@testable import Serving

/// A note that does not arrive writes as much as one that does, so that nothing that depends on how
/// much was written tells its sender.
@Suite struct EqualCostTests {
    private let service: TestService
    private let sender: Person

    init() async throws {
        service = try TestService()
        sender = try await service.person("sender")
    }

    /// What becomes of notes with a bad word from the sender.
    enum Fate: CaseIterable {
        case arrives
        case blocked
        case wordMuted
    }

    /// How a note is sent.
    enum Way: CaseIterable {
        case throughLink
        case throughContact
    }

    private func receiver(_ fate: Fate) async throws -> Person {
        let receiver = try await service.person("receiver\(fate)".lowercased())
        switch fate {
        case .arrives: break
        case .blocked:
            // Notes under the own name and anonymous ones are blocked each by one of them.
            for revealing in [true, false] {
                try await service.send("first", from: sender, to: receiver, revealing: revealing)
                let note = try #require(try await service.received(by: receiver).first)
                let block = BlockSenderRequest(messageID: note.id)
                try await service.call(MessagesAPI.blockSender, block, as: receiver.caller)
            }
        case .wordMuted:
            let word = MuteWordRequest(word: "bad")
            try await service.call(ProfilesAPI.muteWord, word, as: receiver.caller)
        }
        return receiver
    }

    /// What a change added to the store.
    private func cost(of change: () async throws -> Void) async throws -> Cost {
        let before = try service.records()
        try await change()
        let added = try service.records().subtracting(before)
        return Cost(
            recordCount: added.count,
            byteCount: added.reduce(0) { $0 + $1.key.count + $1.value.count }
        )
    }

    private struct Cost: Equatable {
        let recordCount: Int
        let byteCount: Int
    }

    @Test(arguments: Way.allCases, [true, false])
    func whateverBecomesOfANote(way: Way, revealing: Bool) async throws {
        let texts = ["bad", "bad " + String(repeating: "가", count: 1_900)]
        var costs: [Fate: [Cost]] = [:]
        for fate in Fate.allCases {
            let receiver = try await receiver(fate)
            let contact = try await service.addContact(
                "\(fate)",
                of: sender,
                link: receiver.link
            )
            let arrivedCount = try await service.received(by: receiver).count
            for text in texts {
                let cost = try await cost {
                    switch way {
                    case .throughLink:
                        try await service.send(
                            text,
                            from: sender,
                            to: receiver,
                            revealing: revealing
                        )
                    case .throughContact:
                        try await service.send(
                            text,
                            from: sender,
                            through: contact,
                            revealing: revealing
                        )
                    }
                }
                costs[fate, default: []].append(cost)
            }
            let count = try await service.received(by: receiver).count
            #expect(count == arrivedCount + (fate == .arrives ? texts.count : 0), "\(fate)")
        }
        // The names of the receivers differ in length, and are in one of the records.
        let lengths = Fate.allCases.map { "receiver\($0)".count }
        for (fate, length) in zip(Fate.allCases, lengths) {
            costs[fate] = costs[fate]?.map { cost in
                Cost(recordCount: cost.recordCount, byteCount: cost.byteCount - length)
            }
        }
        #expect(costs[.blocked] == costs[.arrives])
        #expect(costs[.wordMuted] == costs[.arrives])
    }

    @Test func whoTakesNoNotesCostsNothing() async throws {
        let receiver = try await receiver(.arrives)
        try await service.set(.inactive, of: receiver)
        let request = SendToLinkRequest(link: receiver.link, content: "a")
        let cost = try await cost {
            let reason = try await service.reason(
                MessagesAPI.sendToLink,
                request,
                as: sender.caller
            )
            #expect(reason == .linkNotFound)
        }
        #expect(cost == Cost(recordCount: 0, byteCount: 0))
    }

    @Test func whatWasWrittenInPlaceGoesWithTheNote() async throws {
        let receiver = try await receiver(.blocked)
        let contact = try await service.addContact("blocked", of: sender, link: receiver.link)
        let tables = ["sent", "shown_names", "contact_messages"]
        let before = try service.recordCounts(of: tables)
        let id = try await service.send("a", from: sender, through: contact, revealing: true)
        let byContact = ListByContactRequest(contactID: contact.id, pageSize: 10)
        let listed = try await service.call(
            MessagesAPI.listByContact,
            byContact,
            as: sender.caller
        )
        #expect(listed.messages.count == 1)
        let deletion = DeleteMessageRequest(messageID: id)
        try await service.call(MessagesAPI.deleteMessage, deletion, as: sender.caller)
        let after = try service.recordCounts(of: tables)
        #expect(after == before)
    }
}
