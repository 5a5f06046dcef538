import AccountRules
import Domain
import NoteRules
import StorageEngine
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogEngine
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StoreTools

/// That sound stores pass, and that no damage of a single record does.
@Suite struct VerificationTests {
    @Test func aStoreWithSomeOfEverythingIsSound() throws {
        #expect(try Village().store.findings().isEmpty)
    }

    /// What a first start leaves that was cut short behind the making of the files.
    @Test func aStoreThatWasNeverBegunIsToldFromOthers() throws {
        let directory = TemporaryDirectory(in: .memory)
        let tables = Schema.tableNames
        try WriteAheadEngine(directory: directory.path("store"), tables: tables).close()
        #expect(try StoreFiles(directory: directory.path("store")).isUnbegun())
        let village = try Village()
        village.store.store.close()
        #expect(try !StoreFiles(directory: village.store.path).isUnbegun())
    }

    @Test func timesOfTheDayAloneAreSoundOnlyForAnonymousNotes() throws {
        for shown in [ShownSender.anonymous, .named("sender")] {
            let store = try TestStore()
            let (sender, receiver) = (try store.account("sender"), try store.account("receiver"))
            let note = try store.write { transaction throws(DomainError) in
                var message = NewMessage(
                    sender: sender,
                    receiver: receiver,
                    content: Content(stored: "a"),
                    shownSender: shown,
                    contact: nil,
                    receiverName: "receiver",
                    sentAt: .epoch
                )
                message.anonymousTimes = .day
                _ = try transaction.deliver(message)
                return message
            }
            let isDay = note.receivedAt == Instant.epoch.toTheDay
            #expect(isDay == (shown == .anonymous))
            #expect(try store.findings().isEmpty)
        }
    }

    @Test func whatIsStillInTheLogIsCheckedAsWell() throws {
        let village = try Village()
        let copy = try village.store.copyOfFiles()
        #expect(try findingsOfStore(at: copy.path("store"), village.store.masterKey).isEmpty)
        let files = try StoreFiles(directory: copy.path("store"))
        let statistics = try files.statistics()
        #expect(statistics.engine.newestBatch > statistics.engine.appliedBatch)
        let count = try StoreVerification(files, masterKey: village.store.masterKey)
            .run(report: { _ in }, progress: { _ in })
        #expect(count == statistics.tables.reduce(0) { $0 + $1.summary.recordCount })
    }

    @Test func eachOf500SingleDamagesIsFound() throws {
        let village = try Village()
        village.store.store.close()
        let records = try StoredRecords(inStore: village.store.path)
        var random = SeededGenerator()
        var kinds: [DamageKind: Int] = [:]
        for round in 0..<500 {
            let damage = try #require(Damage(of: records.all, using: &random))
            kinds[damage.kind, default: 0] += 1
            try records.change(delete: damage.removed, put: damage.added)
            let isFound: Bool
            do throws(StoreToolError) {
                isFound = try !findingsOfStore(
                    at: village.store.path,
                    village.store.masterKey
                ).isEmpty
            } catch {
                // Without its first record nothing says what the store is.
                isFound = true
            }
            #expect(isFound, "\(random) \(round) \(damage)")
            try records.change(delete: damage.added, put: damage.removed)
        }
        #expect(kinds.count == DamageKind.allCases.count)
        #expect(try findingsOfStore(at: village.store.path, village.store.masterKey).isEmpty)
    }
}

/// How a record is damaged.
private enum DamageKind: CaseIterable {
    /// A bit of its bytes is another.
    case flippedBit
    /// It holds the bytes of another one.
    case exchanged
    /// Its bytes end early.
    case cut
    /// It is gone, and others speak of it.
    case deleted
    /// It is under another key, with a right checksum.
    case moved
    /// It is an entry that leads to something else, with a right checksum.
    case misled
    /// It is an entry that nobody made, with a right checksum.
    case invented
}

/// A change of one record, and what undoes it.
private struct Damage: CustomStringConvertible {
    let kind: DamageKind
    var removed: [StoredRecords.StoredRecord] = []
    var added: [StoredRecords.StoredRecord] = []

    var description: String {
        "\(kind) of \((removed + added).map { "\($0.table) \($0.key)" })"
    }

    private static let entries: Set<TableID> = [.usernames, .emails, .links, .contactNames]
    private static let spokenOf: Set<TableID> = [
        .meta, .counters, .users, .usernames, .emails, .links, .contacts, .contactNames, .inbox,
        .contactMessages,
    ]
    private static let placed: Set<TableID> = [.contacts, .inbox, .sent, .users, .blocks]

    init?(
        of records: [StoredRecords.StoredRecord],
        using random: inout SeededGenerator
    ) {
        let kind = DamageKind.allCases.randomElement(using: &random) ?? .flippedBit
        self.kind = kind
        let tables: Set<TableID> =
            switch kind {
            case .flippedBit, .exchanged, .cut: Set(Schema.tableIDs)
            case .deleted: Self.spokenOf
            case .moved: Self.placed
            case .misled, .invented: Self.entries
            }
        let isGone: Set<DamageKind> = [.deleted, .moved]
        let candidates = records.filter { record in
            tables.contains(record.table) && !(isGone.contains(kind) && record.isUnspokenOf)
        }
        guard let record = candidates.randomElement(using: &random) else { return nil }
        switch kind {
        case .flippedBit:
            var other = record
            let index = other.stored.indices.randomElement(using: &random) ?? 0
            other.stored[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            added = [other]
        case .exchanged:
            var other = record
            let others = records.filter { $0.stored != record.stored }
            other.stored = others.randomElement(using: &random)?.stored ?? []
            added = [other]
        case .cut:
            var other = record
            other.stored.removeLast(Int.random(in: 1...other.stored.count, using: &random))
            added = [other]
        case .deleted: break
        case .moved:
            var key = record.key
            key[key.count - 1] ^= 0x80
            added = [record.resealed(key: key)]
        case .misled:
            var value = record.value
            value[7] ^= 0x40
            added = [record.resealed(value: value)]
        case .invented:
            var key = record.key
            key[Int.random(in: 8..<key.count, using: &random)] ^= 1
            added = [record.resealed(key: key)]
            return
        }
        removed = [record]
    }
}

extension StoredRecords.StoredRecord {
    /// Whether it is one side of a note whose other side is gone or deleted: nothing says that it
    /// must be there.
    fileprivate var isUnspokenOf: Bool {
        switch table {
        case .inbox: value[0] & 3 != 0
        case .sent: value[0] & 2 != 0
        // The sums of what was sent; whose notes they count may be gone.
        case .counters: key != [1]
        default: false
        }
    }
}
