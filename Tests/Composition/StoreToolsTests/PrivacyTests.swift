import Cryptography
import Domain
import NoteRules
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StorageEngine
@testable import StoreTools

/// That a sound store tells nobody who sent an anonymous note, and that any trace is found.
@Suite struct PrivacyTests {
    /// All that could tell senders apart in the files of a store, and how much was looked at.
    private func check(
        _ path: String,
        _ key: MasterKey
    ) throws -> (findings: [StoreFinding], summary: PrivacySummary) {
        var findings: [StoreFinding] = []
        let verification = try PrivacyVerification(
            try StoreFiles(directory: path),
            masterKey: key
        )
        let summary = try verification.run {
            findings.append($0)
        } progress: { _ in
        }
        #expect(try verification.stepCount() > 0)
        return (findings, summary)
    }

    @Test func aStoreWithSomeOfEverythingTellsNobody() throws {
        let village = try Village()
        village.store.store.close()
        let result = try check(village.store.path, village.store.masterKey)
        #expect(result.findings.isEmpty, "\(result.findings)")
        #expect(result.summary.noteCount >= 12)
        // Anna, Ben, and Dora, who is not erased to the end.
        #expect(result.summary.receiverCount == 3)
    }

    @Test func whatIsServedIsComparedWithANoteOfNobody() throws {
        let village = try Village()
        let served = try village.store.receivedBytes(by: village.ben).items
        let secrets = StoreSecrets(masterKey: village.store.masterKey)
        try village.store.store.engine.read { view throws(StorageError) in
            let steps = StepCounter { _ in }
            let records = RecordCheck(view, secrets, steps) { _ in }
            let check = PrivacyCheck(of: village.ben, records)
            let plain = served.map { check.isPlain($0, .whole) }
            #expect(plain.contains(true) && plain.contains(nil) && !plain.contains(false))
            // As if the id of the sender came behind it.
            let id = [UInt8](repeating: 7, count: 16)
            let traced = served.map { check.isPlain($0 + [8 << 3 | 2, 16] + id, .whole) }
            #expect(traced.contains(false) && !traced.contains(true))
        }
    }

    /// A trace that somebody could leave, with a right checksum.
    enum Trace: CaseIterable {
        case contact
        case otherField
        case seconds
        case idOfAnother
        case sendersID
        case listing
        case nameOfOneWhoIsGone
        case told
        case toBeTold
        case waiting

        /// The table in which it is found.
        var table: TableID {
            switch self {
            case .contact, .otherField, .seconds, .idOfAnother, .sendersID, .nameOfOneWhoIsGone:
                .inbox
            case .listing: .contactMessages
            case .told: .changes
            case .toBeTold: .untoldChanges
            case .waiting: .held
            }
        }
    }

    @Test(arguments: Trace.allCases)
    func aTraceIsFound(trace: Trace) throws {
        let village = try Village()
        village.store.store.close()
        let (path, key) = (village.store.path, village.store.masterKey)
        let secrets = StoreSecrets(masterKey: key)
        let records = try StoredRecords(inStore: path)
        let note = try #require(
            records.all.first { record in
                guard record.table == .inbox, record.key[7] == UInt8(village.ben.rawValue),
                    let note = try? ReceivedRow(record)
                else { return false }
                return note.sender == .anonymous && note.route != nil && note.answer == nil
            }
        )
        try records.change(put: [try forged(note, trace, secrets)])
        let findings = try check(path, key).findings
        #expect(findings.count == 1, "\(findings)")
        #expect(findings.first?.table == trace.table.name)
    }

    /// An entry that is not there.
    private func forged(_ key: Key, _ trace: Trace, _ value: [UInt8]) -> StoredRecords.StoredRecord
    {
        StoredRecords.StoredRecord(
            table: trace.table,
            key: key.withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } },
            stored: []
        ).resealed(value: value)
    }

    private func forged(
        _ record: StoredRecords.StoredRecord,
        _ trace: Trace,
        _ secrets: StoreSecrets
    ) throws -> StoredRecords.StoredRecord {
        let dumped = try ReceivedRow(record)
        let contact = secrets.identifiers.contactID(owner: dumped.place.user, Sequence(1))
        let route = try #require(dumped.route)
        let sender = secrets.identifiers.openSenderRoute(route)
        let place = dumped.place
        switch trace {
        case .listing:
            let entry = Key.contactMessage(place.user, contact, place.sequence)
            return forged(entry, trace, [MessageSide.received.rawValue])
        case .told:
            let end = Sequence(place.sequence.rawValue + 1_000)
            let change = ChangeEntry.receivedChanged(place.sequence)
            return forged(.place(place.user, end), trace, change.encoded())
        case .toBeTold:
            let entry = Key.untoldChange(by: sender.user, place)
            return forged(entry, trace, [KeyRow<UntoldChange>.version])
        case .waiting: return forged(.held(route), trace, [HeldRow.version])
        default: break
        }
        if trace == .otherField {
            // An unknown field in the base, whose count has to grow with it.
            var value = record.value + [0x78, 7]
            value[18] += 2
            return record.resealed(value: value)
        }
        let isGone = trace == .nameOfOneWhoIsGone
        let id =
            switch trace {
            case .idOfAnother:
                secrets.identifiers.receivedID(Place(sender.user, dumped.place.sequence))
            case .sendersID: secrets.identifiers.sentID(sender)
            default: secrets.identifiers.receivedID(dumped.place)
            }
        let forged = ReceivedMessage(
            id: id,
            content: Content(stored: dumped.content),
            receivedAt: dumped.receivedAt.adding(seconds: trace == .seconds ? 1 : 0),
            sender: isGone ? .named("anna") : .anonymous,
            contact: trace == .contact ? contact : nil,
            answer: nil
        )
        return record.resealed(value: forged.stored(as: id, route: isGone ? nil : route))
    }
}

extension ReceivedRow {
    fileprivate init(_ record: StoredRecords.StoredRecord) throws(DomainError) {
        try self.init(key: record.key.span.bytes, value: record.value.span.bytes)
    }
}
