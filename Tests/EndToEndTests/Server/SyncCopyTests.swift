import Glibc
import Locking
import NoteletAPI
import NoteletClient
import TestSupport
import Testing

/// The product's promise of a complete offline copy, over real sockets and through real crashes.
@Suite struct SyncCopyTests {
    private static let notesPerWriter = 60

    @Test(.timeLimit(.minutes(2)))
    func aCopyKeptByWatchingEqualsTheListsThroughCrashesAndBreaks() async throws {
        let server = try await ServerProcess()
        let address = server.address
        let reader = try await signUp("reader", at: address)
        let writers = [
            try await signUp("writer1", at: address), try await signUp("writer2", at: address),
        ]
        let link = try #require(try await reader.link()?.url)
        let links = [
            try #require(try await writers[0].link()?.url),
            try #require(try await writers[1].link()?.url),
        ]

        let state = CopyState()
        let watching = Task { try await Self.keepCopy(of: reader, in: state) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, writer) in writers.enumerated() {
                group.addTask {
                    for number in 0..<Self.notesPerWriter {
                        try await writer.send("w\(index) \(number)", toLink: link)
                    }
                }
            }
            group.addTask { try await Self.answerAndWrite(as: reader, to: links) }
            group.addTask {
                for round in 0..<4 {
                    try await state.waitUntil { $0.received.count >= 20 * (round + 1) }
                    try await server.restart(SIGKILL)
                }
            }
            try await group.waitForAll()
        }

        try await Self.block(senders: ["w1", "w0"], as: reader)
        let expected = try await reader.listed()
        // What is written last comes last: until then the copy has all that came before.
        try await writers[0].send("the end", toLink: link)
        try await state.waitUntil { copy in
            copy.received.values.contains { $0.content == "the end" }
        }
        watching.cancel()
        _ = await watching.result
        var copy = state.copy
        #expect(copy.faults == [])
        copy.received = copy.received.filter { $0.value.content != "the end" }
        #expect(copy.received == expected.received)
        #expect(copy.sent == expected.sent)
        #expect(copy.contacts == expected.contacts)
        #expect(copy.user == expected.user)
        #expect(copy.blocks == expected.blocks && !copy.blocks.isEmpty)
        #expect(Set(copy.received.values.map(\.content)).count == 2 * Self.notesPerWriter)
        #expect(copy.received.count == 2 * Self.notesPerWriter)
        #expect(await server.stop() == 0)
    }

    /// Watches, and now and then reads nothing for a while or begins anew from its cursor.
    private static func keepCopy(of reader: Notelet, in state: CopyState) async throws {
        while !Task.isCancelled {
            var pageCount = 0
            for try await page in reader.watch(from: state.copy.cursor) {
                state.apply(page)
                pageCount += 1
                if pageCount == 7 { try await Task.sleep(for: .milliseconds(100)) }
                if pageCount == 20 { break }
            }
        }
    }

    /// Blocks who wrote notes that begin with a word, each by one of them, and takes the last block
    /// back: that one can write again.
    private static func block(senders: [String], as reader: Notelet) async throws {
        var last: [UInt8] = []
        for sender in senders {
            for try await note in reader.inbox().items where note.content.hasPrefix(sender) {
                try await reader.block(senderOf: note.id)
                last = note.id
                break
            }
        }
        try await reader.unblock(senderOf: last)
    }

    /// Answers what came, writes back, and changes contacts and profile.
    private static func answerAndWrite(as reader: Notelet, to links: [String]) async throws {
        for round in 0..<12 {
            var unanswered: [ReceivedMessage] = []
            for try await note in reader.inbox().items where note.answer == nil {
                unanswered.append(note)
                if unanswered.count == 3 { break }
            }
            for note in unanswered { try await reader.answer(note.id, with: "답 \(round)") }
            try await reader.send("r \(round)", toLink: links[round % 2])
            switch round {
            case 0, 2, 4:
                try await reader.addContact(name: "연락처 \(round)", link: links[0])
            case 6:
                for try await contact in reader.contacts().items {
                    try await reader.updateContact(
                        UpdateContactRequest(id: contact.id, memo: "바뀜")
                    )
                }
            case 8: try await reader.updateProfile(username: "reader8")
            case 10: try await reader.updateProfile(profileImageURL: "https://example.com/a.png")
            default: break
            }
        }
    }
}

/// The copy while it is being kept.
private final class CopyState: Sendable {
    private let state = Mutex(SyncCopy())

    var copy: SyncCopy { state.withLock { $0 } }

    func apply(_ page: ChangePage) { state.withLock { $0.apply(page) } }

    func waitUntil(_ condition: (SyncCopy) -> Bool) async throws {
        let patience = Patience()
        while !condition(copy) {
            try patience.check()
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
