import AccountRules
import Domain
import NoteRules
import ProtobufCoding
import Testing
import TestSupport

@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage

/// Readers of stored values meet anything: they answer or throw damage, and never trap.
@Suite struct DamagedValueTests {
    private static let content = Content(stored: "내용")
    private static let answer = Answer(content: content, answeredAt: .epoch)

    private static var received: [UInt8] {
        let text = Array(content.text.utf8)
        var writer = ProtobufWriter()
        ReceivedNote.write(to: &writer, route: nil) { writer in
            writer.writeReceived(
                MessageID(OpaqueID(high: 1, low: 2)),
                content: text.span.bytes,
                receivedAt: .epoch,
                sender: .named("name"),
                contact: ContactID(OpaqueID(high: 3, low: 4))
            )
        }
        writer.writeAnswer(content: text.span.bytes, at: .epoch)
        return writer.finish()
    }

    private static var sent: [UInt8] {
        let message = NewMessage(
            sender: UserNumber(1),
            receiver: UserNumber(2),
            content: content,
            shownSender: .anonymous,
            contact: ContactID(OpaqueID(high: 3, low: 4)),
            receiverName: "name",
            sentAt: .epoch
        )
        var writer = ProtobufWriter()
        SentNote(message, body: .kept(content, answer)).write(to: &writer)
        return writer.finish()
    }

    /// Reads a value as every kind there is; damage is the only error.
    private func readAll(_ bytes: [UInt8]) {
        func attempt(_ body: () throws(DomainError) -> Void) {
            do throws(DomainError) {
                try body()
            } catch .dataLoss {
            } catch {
                Issue.record("damage is \(error)")
            }
        }
        attempt { () throws(DomainError) in
            let value = bytes.span.bytes
            let note = try ReceivedNote(value)
            _ = try ReceivedMessage(try ReceivedNoteFields(note, in: value), in: value)
        }
        attempt { () throws(DomainError) in _ = try SentNote(bytes.span.bytes) }
        attempt { () throws(DomainError) in _ = try ChangeEntry(bytes.span.bytes) }
        attempt { () throws(DomainError) in _ = try KeptReply(bytes.span.bytes) }
        attempt { () throws(DomainError) in _ = try UserRecord(bytes.span.bytes) }
        attempt { () throws(DomainError) in _ = try SessionRecord(bytes.span.bytes) }
        attempt { () throws(DomainError) in _ = try ContactRecord(bytes.span.bytes) }
        attempt { () throws(DomainError) in _ = try ReportRecord(bytes.span.bytes) }
        attempt { () throws(DomainError) in _ = try MetaRecord(bytes.span.bytes) }
    }

    @Test func cutValues() {
        for whole in [Self.received, Self.sent] {
            for count in 0...whole.count { readAll(Array(whole.prefix(count))) }
        }
    }

    @Test func changedValues() {
        var random = SeededGenerator()
        for whole in [Self.received, Self.sent] {
            for _ in 0..<5_000 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let index = bytes.indices.randomElement(using: &random) ?? 0
                    bytes[index] = .random(in: .min ... .max, using: &random)
                }
                readAll(bytes)
            }
        }
    }

    @Test func randomValues() {
        var random = SeededGenerator()
        for _ in 0..<5_000 {
            let count = Int.random(in: 0..<64, using: &random)
            readAll((0..<count).map { _ in .random(in: .min ... .max, using: &random) })
        }
    }

    @Test func unknownKindsAreDamage() {
        let (unknown, none): ([UInt8], [UInt8]) = ([9], [])
        #expect(throws: RecordKind.change.damaged) { try ChangeEntry(unknown.span.bytes) }
        #expect(throws: RecordKind.change.damaged) { try ChangeEntry(none.span.bytes) }
        #expect(throws: RecordKind.account.damaged) {
            var record = UserRecord(Self.user, sealedLinkToken: nil, changeSequence: .start)
            record.status = 300
            _ = try User(record, number: Self.user.number, id: Self.user.id, linkToken: nil)
        }
        #expect(throws: RecordKind.session.damaged) {
            var record = SessionRecord(Self.session)
            record.kind = 0
            _ = try Session(record, key: Self.session.key)
        }
    }

    private static let user = User(
        number: UserNumber(1),
        id: UserID(OpaqueID(high: 0, low: 1)),
        username: Username(stored: "name"),
        email: EmailAddress(stored: "name@example.com"),
        passwordHash: PasswordHash(""),
        linkToken: nil,
        createdAt: .epoch
    )

    private static let session = Session(
        key: SessionKey(user: UserNumber(1), number: 1),
        kind: .account,
        openedAt: .epoch,
        refreshedAt: .epoch,
        accessDigest: [],
        accessExpiresAt: .epoch,
        refreshDigest: [],
        refreshExpiresAt: .epoch
    )
}
