import Domain
import ProtobufCoding

@testable import Records
@testable import Storage
@testable import NoteStorage
@testable import AccountStorage
import NoteRules
import AccountRules
@testable import StoreTools

/// Damaged records whose checksum happens to be right: an error, or a value that stays what it is.
enum RecordFuzzing {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let value = bytes.bytes.extracting(1...)
        switch first % 11 {
        case 0: checkStored(ContactRecord.self, value)
        case 1: checkStored(ReportRecord.self, value)
        case 2: checkStored(MetaRecord.self, value)
        case 3: checkSession(value)
        case 4: checkUser(value)
        case 5: checkReply(value)
        case 6: checkReceived(value)
        case 7: checkSent(value)
        case 8: checkChange(value)
        case 9: checkStored(AuditRecord.self, value)
        default: checkDumped(value)
        }
    }

    @discardableResult
    private static func checkStored<Record: StoredRecord>(
        _ type: Record.Type,
        _ value: RawSpan
    ) -> Record? {
        guard let record = try? Record(value) else { return nil }
        let encoded = record.encoded()
        let again = try? Record(encoded.span.bytes)
        precondition(again?.encoded() == encoded, "\(type): other bytes came back.")
        return record
    }

    private static func checkSession(_ value: RawSpan) {
        guard let record = checkStored(SessionRecord.self, value) else { return }
        let key = SessionKey(user: UserNumber(1), number: 1)
        guard let session = try? Session(record, key: key) else { return }
        let encoded = SessionRecord(session).encoded()
        precondition(encoded == record.encoded(), "A session encodes back.")
    }

    private static func checkUser(_ value: RawSpan) {
        _ = try? Correspondent(UserNumber(1), in: value)
        guard let record = checkStored(UserRecord.self, value) else { return }
        let id = UserID(OpaqueID(high: 1, low: 2))
        guard let user = try? User(record, number: UserNumber(1), id: id, linkToken: nil) else {
            return
        }
        let again = UserRecord(
            user,
            sealedLinkToken: record.sealedLinkToken,
            changeSequence: Sequence(record.changeSequence)
        )
        precondition(again.encoded() == record.encoded(), "An account encodes back.")
    }

    private static func checkReply(_ value: RawSpan) {
        guard let reply = try? KeptReply(value) else { return }
        precondition(reply.encoded().span.bytes.isEqual(to: value), "A reply encodes back.")
    }

    private static func checkReceived(_ value: RawSpan) {
        guard let note = try? ReceivedNote(value) else { return }
        precondition(note.encoded.upperBound == value.byteCount)
        guard let fields = try? ReceivedNoteFields(note, in: value),
            let message = try? ReceivedMessage(fields, in: value)
        else { return }
        var writer = ProtobufWriter()
        writer.writeReceived(
            message.id,
            content: value.extracting(fields.content),
            receivedAt: message.receivedAt.toTheMinute,
            sender: message.sender,
            contact: message.contact
        )
        if let answer = fields.answer {
            writer.writeAnswer(
                content: value.extracting(answer.content),
                at: answer.answeredAt.toTheMinute
            )
        }
        _ = writer.finish()
    }

    private static func bytes(of note: SentNote) -> [UInt8] {
        var writer = ProtobufWriter()
        note.write(to: &writer)
        return writer.finish()
    }

    private static func checkSent(_ value: RawSpan) {
        guard let note = try? SentNote(value) else { return }
        let encoded = bytes(of: note)
        guard let again = try? SentNote(encoded.span.bytes) else {
            preconditionFailure("What was encoded can be read.")
        }
        precondition(bytes(of: again) == encoded, "A sent note encodes back.")
        var writer = ProtobufWriter()
        let id = MessageID(OpaqueID(high: 1, low: 2))
        if case .kept(let content, let answer) = note.body {
            writer.writeSent(id, content: Array(content.text.utf8).span.bytes, note)
            if let answer {
                let text = Array(answer.content.text.utf8)
                writer.writeAnswer(content: text.span.bytes, at: answer.answeredAt)
            }
        } else {
            writer.writeSent(id, content: value.extracting(first: 0), note)
        }
        _ = writer.finish()
    }

    /// A record with its key, as a dump shows both: a byte for its table, one for the bytes of the
    /// key, then key and value.
    private static func checkDumped(_ bytes: RawSpan) {
        guard bytes.byteCount >= 2 else { return }
        let (kind, count) = bytes.withUnsafeBytes { (Int($0[0]), Int($0[1])) }
        guard count <= bytes.byteCount - 2 else { return }
        let table = Schema.tables[kind % Schema.tables.count]
        let (key, value) = (2..<(2 + count), (2 + count)..<bytes.byteCount)
        checkRecord(of: table, bytes, key, value)
    }

    private static func checkRecord(
        of declaration: some TableDeclaration,
        _ bytes: RawSpan,
        _ keyRange: Range<Int>,
        _ valueRange: Range<Int>
    ) {
        let table = declaration.declared
        let (key, value) = (bytes.extracting(keyRange), bytes.extracting(valueRange))
        guard let row = try? table.row(key: key, value: value) else { return }
        _ = (table.owner(of: row), row.storedKey)
        guard let shown = table.line else { return }
        _ = (shown.moment(row), shown.order?(row))
        for senders in [DumpSelection.Senders.revealed, .leftOut] {
            let line = shown.line(of: row, senders, DumpFuzzing.secrets).bytes
            precondition((try? JSONReader(line[...])) != nil, "A line is an object.")
        }
    }

    private static func checkChange(_ value: RawSpan) {
        guard let entry = try? ChangeEntry(value) else { return }
        precondition((try? ChangeEntry(entry.encoded().span.bytes)) == entry)
    }
}

extension RawSpan {
    fileprivate func isEqual(to other: RawSpan) -> Bool {
        withUnsafeBytes { left in other.withUnsafeBytes { left.elementsEqual($0) } }
    }
}
