import Domain

import StorageEngine
@testable import LogEngine
@testable import Records
@testable import Storage
@testable import NoteStorage
@testable import AccountStorage
import NoteRules
import AccountRules
@testable import LogStoreTools
@testable import StoreTools

/// What a small store holds, in every form in which it lies in files.
enum StoredSamples {
    private static let place = Place(UserNumber(1), Sequence(1))
    private static let id = OpaqueID(high: 3, low: 4)
    private static let moment = Instant(milliseconds: 1_700_000_000_000)
    private static let text = "\u{1B} \"안녕\"\n\\\u{7F}\u{9B}"

    /// A record of each kind with its key.
    private static let samples: [(table: TableID, key: Key, value: [UInt8])] = [
        (.users, .user(place.user), user.encoded()),
        (.contacts, .place(place), contact.encoded()),
        (.inbox, .place(place), received.stored(as: received.id, route: id)),
        (.sent, .place(place), sent),
        (.sessions, .session(SessionKey(user: place.user, number: 1)), session.encoded()),
        (.changes, .place(place), ChangeEntry.contactDeleted(ContactID(id)).encoded()),
        (
            .changes, .place(place),
            ChangeEntry.sentDeleted(place.sequence, receiver: id).encoded()
        ),
        (
            .changes, .place(place),
            ChangeEntry.blocked(place.sequence, pseudonym: id).encoded()
        ),
        (.blocks, .block(by: place.user, id, place.sequence), number(moment.milliseconds)),
        (
            .blocks, .block(by: place.user, id, place.sequence),
            BlockEntry(blockedAt: moment, disclosure: .anonymous).encoded()
        ),
        (.reports, .report(1), report.encoded()),
        (
            .replies, .reply(day: 19_000, place.user, id),
            KeptReply(requestDigest: [1], reply: [2]).encoded()
        ),
        (.erasures, .erasure(place.user), ErasureOrder().value),
        (.audit, .audit(1), audit.encoded()),
        (.counters, .counter(.nextUserNumber), number(UInt64(2))),
        (.held, .held(id), [HeldRow.version]),
    ]

    /// Each with a byte for its table and one for the bytes of its key.
    static var records: [[UInt8]] {
        samples.map { sample in
            let key = sample.key.withBytes { $0.copied }
            return [sample.table.rawValue, UInt8(key.count)] + key + sample.value
        }
    }

    /// Lines of dumps: each alone, and all.
    static var dumps: [[UInt8]] {
        let lines = samples.map { sample in
            line(of: sample.table, sample.key, sample.value)
        }
        return lines + [Array(lines.joined())]
    }

    /// Lines with the questions that they answer behind them, the last one first.
    static let lines: [[UInt8]] = [
        ("{}", [0]),
        ("{\"a\":\"\\u001b\\n\\\\\\\"안녕\"}", [1, 0]),
        ("{\"b\":18446744073709551615,\"c\":true}", [2, 1, 2]),
        ("{\"d\":\"2026-03-01T08:15:30.250Z\",\"d\":-9223372036854775808}", [2, 3, 3]),
        ("{\"e\":\"01234567-89ab-cdef-0123-456789abcdef\",\"f\":\"Zm9v\"}", [2, 4, 5]),
        ("{\"h\":{\"g\":\"x\",\"h\":{}},\"g\":\"\"}", [2, 7, 2, 6, 7, 0, 6]),
    ].map { line, questions in Array((line + "\n").utf8) + questions.reversed() }

    /// What `LogFuzzing` makes files of the log of.
    static var logs: [[UInt8]] {
        let put: [UInt8] = [2, 1, 3, 0, 0, 0, 9, 1, 2, 3]
        let delete: [UInt8] = [2, 1, 255, 255, 255, 255, 9]
        let changes = put + delete
        let batch = [0, UInt8(changes.count)] + changes
        let faults: [[UInt8]] = [1, 2, 4, 8, 0x31, 0x10].map { [$0, UInt8(put.count)] + put }
        let batches = [[0, 0], batch, batch + batch] + faults.map { batch + $0 + batch }
        return batches.map { [0] + $0 }
    }

    /// A manifest, the name of an archived file, the beginning of a file of LMDB, the line of an
    /// erasure, and moments.
    static var backups: [[UInt8]] {
        let store = StoreDescription(
            MetaRecord(schemaVersion: 1, keyFingerprint: [1, 2, 3], createdAt: 1)
        )
        let manifest = BackupManifest(
            store: store,
            takenAt: moment,
            logIdentity: 5,
            lastBatch: 6,
            recordCount: 7,
            byteCount: 8,
            digest: "9"
        )
        let name = ArchivedFileName(identity: 1, first: 2, last: 3).text
        // The smallest pages that LMDB has, of 512 bytes.
        var page = [UInt8](repeating: 0, count: 512)
        page.replaceSubrange(16..<24, with: [0xDE, 0xC0, 0xEF, 0xBE, 1, 0, 0, 0])
        page[41] = 2
        page[136] = 1
        let mark = ErasureMark(digest: id, day: 20_000)
        let moments = ["2026-03-01T08:15:30.250Z", "2026-03-01 17:15:60.2+09:00", "2026-03-01"]
        return [
            [0] + manifest.bytes, [1] + manifest.bytes, [2] + name.utf8, [3] + page + page,
            [4] + mark.line,
        ] + moments.map { [5] + $0.utf8 }
    }

    /// A record as a line of a dump.
    static func line(of table: TableID, _ key: Key, _ value: [UInt8]) -> [UInt8] {
        guard let declaration = Schema.table(table),
            let line = line(of: declaration, key, value)
        else { preconditionFailure("The sample of \(table.name) can be read.") }
        return line
    }

    private static func line(
        of declaration: some TableDeclaration,
        _ key: Key,
        _ value: [UInt8]
    ) -> [UInt8]? {
        let table = declaration.declared
        let row = key.withBytes { try? table.row(key: $0, value: value.span.bytes) }
        guard let row, let shown = table.line else { return nil }
        return shown.line(of: row, .revealed, DumpFuzzing.secrets).bytes
    }

    private static func number<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private static let user: UserRecord = {
        var record = UserRecord()
        record.username = "minji"
        record.email = "minji@example.com"
        record.profileImageURL = "https://example.com/a.png"
        record.senderPolicy = UInt32(SenderPolicy.anyone.rawValue)
        record.status = UInt32(AccountStatus.allCases[0].rawValue)
        record.premiumExpiresAt = moment.milliseconds
        record.createdAt = moment.milliseconds
        record.passwordHash = "$argon2id$"
        record.changeSequence = 1
        return record
    }()

    private static let contact = ContactRecord(
        Contact(
            id: ContactID(id),
            owner: place.user,
            name: ContactName(stored: "민지"),
            details: ContactDetails(memo: text),
            registeredAt: moment,
            linkedUser: place.user
        ),
        changeSequence: place.sequence
    )

    private static let received = ReceivedMessage(
        id: DumpFuzzing.secrets.identifiers.receivedID(place),
        content: Content(stored: text),
        receivedAt: moment,
        sender: .named("minji"),
        contact: ContactID(id),
        answer: Answer(content: Content(stored: text), answeredAt: moment)
    )

    /// One that is kept, with a receiver's name and a text of three bytes.
    private static let sent =
        [0] + [UInt8](repeating: 0xB6, count: 16) + number(moment.milliseconds)
        + [0, 3, 0x61, 0x62, 0x63]

    private static let session: SessionRecord = {
        var record = SessionRecord()
        record.kind = UInt32(SessionKind.allCases[0].rawValue)
        record.accessDigest = [1]
        record.refreshDigest = [2]
        record.rotation = SessionRecord.Rotation(
            spentDigest: [3],
            rotatedAt: moment.milliseconds,
            sealedSuccessor: [4]
        )
        return record
    }()

    private static let report = ReportRecord(
        reason: UInt32(ReportReason.allCases[0].rawValue),
        detail: text,
        reportedAt: moment.milliseconds,
        content: text,
        receiver: 1,
        sequence: 1,
        resolution: ReportRecord.Resolution(
            operatorName: "op",
            text: text,
            resolvedAt: moment.milliseconds
        )
    )

    private static let audit = AuditRecord(
        recordedAt: moment.milliseconds,
        operatorName: "op",
        action: text
    )
}
