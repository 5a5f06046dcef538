import AccountRules
import Domain
import EngineTestSupport
import NoteRules
import NoteletAPI
import StorageEngine
import TestSupport
import Testing

@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage

/// That nothing of somebody who was erased is left in any table, whichever there are.
@Suite struct ErasureCompletenessTests {
    /// A number that is no count of anything, and so is found wherever it is.
    private static let firstNumber: UInt64 = 0x1357_9BDF_0246_8ACE

    /// What Anna is called, and said to nobody who has it still.
    private static let words = [
        "anna", "anna@example.com", "벤", "nobody", "나쁜 말", "never arrives", "waits",
        "member \"1\"", "member1@example.org", "post of 1",
        "customer cancelled 1", "customer wanted 1", "reason of 1",
    ]

    /// A store with some of everything, in which Anna has something in every table.
    private func filled() throws -> Village {
        let store = try TestStore()
        try store.store.engine.writeAndWait { records throws(StorageError) in
            let count = [UInt8](bigEndian: Self.firstNumber)
            try records.put(count, for: .counter(.nextUserNumber), in: .counters)
        }
        let village = try Village(in: store)
        let (anna, ben) = (village.anna, village.ben)
        let note = try #require(OpaqueID(try store.received(by: anna).items[0].id))
        try store.write { transaction throws(DomainError) in
            _ = try transaction.addContact("안나", of: ben, to: anna)
            _ = try transaction.blockSender(of: MessageID(note), receivedBy: anna, at: .epoch)
            try transaction.ban(anna, at: .epoch)
            try transaction.add(UnwantedWord("나쁜 말"), to: anna, at: .epoch)
            try transaction.put(
                PendingReset(
                    digest: [UInt8](repeating: 9, count: 32),
                    user: anna,
                    expiresAt: .epoch.adding(seconds: 600),
                    operatorName: "root"
                )
            )
            _ = try transaction.keepUndelivered(
                NewMessage(
                    sender: ben,
                    receiver: anna,
                    content: Content(stored: "for no one"),
                    shownSender: .anonymous,
                    contact: nil,
                    receiverName: "anna",
                    sentAt: .epoch
                )
            )
        }
        try removeSomeone(whoWroteTo: anna, in: store)
        return village
    }

    /// Removes somebody who sent a note, of whose end its receiver is yet to be told.
    private func removeSomeone(whoWroteTo receiver: UserNumber, in store: TestStore) throws {
        let sender = try store.account("eva")
        try store.send("from one who goes", from: sender, to: receiver, as: .named("eva"))
        try store.write { transaction throws(DomainError) in
            try transaction.remove(sender, at: .epoch)
            while try transaction.isEmpty(.all(of: sender), in: .untoldChanges) {
                guard try transaction.eraseNext(recordCountMax: 1) else { break }
            }
        }
    }

    private func records(_ store: TestStore) throws -> [TableID: Set<Record>] {
        var records: [TableID: Set<Record>] = [:]
        for table in Schema.tableIDs {
            try store.store.engine.read { view throws(StorageError) in
                try view.scan(table, in: .all, .ascending) { key, value throws(StorageError) in
                    records[table, default: []].insert(Record(key: key.array, value: value.array))
                    return .next
                }
            }
        }
        return records
    }

    fileprivate struct Record: Hashable {
        let key: [UInt8]
        let value: [UInt8]
    }

    /// Whoever adds a table adds a record of Anna's to `filled`, or says why the table stays.
    @Test(arguments: [1, 9])
    func nothingIsLeftInAnyTable(recordCountMax: Int) throws {
        let village = try filled()
        let (store, anna) = (village.store, village.anna)
        let traces = try traces(of: anna, store)
        let seen = try recordsOnTheWay(recordCountMax, erasing: anna, store)
        let left = try records(store)
        for table in Schema.tables {
            for record in left[table.id] ?? [] {
                var found = Set(traces.filter { record.contains($0.bytes) }.map(\.name))
                // Operators may ask whose note was reported after the sender went: the way there
                // is sealed.
                if table.id == .reports { found.remove("a way") }
                #expect(found.isEmpty, "\(table.name) has \(found) of who was erased.")
            }
            let places = try Self.placesOfPeople(seen[table.id] ?? [], table, anna)
            #expect(
                places.all == places.ofPerson,
                """
                A record of \(table.name) can name somebody where none names Anna: give her one \
                in 'filled', so that it is known that erasure finds it.
                """
            )
            if table.erasure.leavesRecords { continue }
            let before = Set((seen[table.id] ?? []).map(\.key))
            let after = Set((left[table.id] ?? []).map(\.key))
            #expect(
                !before.subtracting(after).isEmpty,
                """
                No record of \(table.name) went with Anna: give her one in 'filled', so that it \
                is known that erasure finds it, or declare that the table stays, and why.
                """
            )
        }
    }

    /// An archive keeps places, and ways to what others have, so that a restored store can erase
    /// once more; what somebody said and what they were called, it does not keep.
    @Test func noWordOfSomebodyStaysInAnArchive() throws {
        let village = try filled()
        let (store, anna) = (village.store, village.anna)
        let words = Self.words.map { Array($0.utf8) }
        let seen = try recordsOnTheWay(9, erasing: anna, store)
        try store.read { view throws(DomainError) in
            let people = DepartedPeople(life: Instant.epoch.milliseconds, isOwnLog: true)
            let values = ErasedValues(view, people, areOwnPlaces: true)
            for table in Schema.tables {
                for record in seen[table.id] ?? [] {
                    let value = record.value
                    let change = try values.change(record.key.span.bytes, table, value.span.bytes)
                    let kept: [UInt8] =
                        switch change {
                        case .kept: value
                        case .replaced(let bytes): bytes
                        case .omitted: []
                        }
                    let archived = Record(key: record.key, value: kept)
                    #expect(!words.contains(where: archived.contains), "\(table.name)")
                }
            }
        }
    }

    /// All that there was until somebody was erased.
    private func recordsOnTheWay(
        _ recordCountMax: Int,
        erasing person: UserNumber,
        _ store: TestStore
    ) throws -> [TableID: Set<Record>] {
        var seen = try records(store)
        try store.write { transaction throws(DomainError) in
            try transaction.remove(person, at: .epoch)
        }
        var isDone = false
        while !isDone {
            seen.merge(try records(store)) { $0.union($1) }
            isDone = try !store.write { transaction throws(DomainError) in
                try transaction.eraseNext(recordCountMax: recordCountMax)
            }
        }
        return seen
    }

    /// Where records name people, and where they name somebody: the paths to the numbers.
    private static func placesOfPeople(
        _ records: Set<Record>,
        _ declaration: some TableDeclaration,
        _ person: UserNumber
    ) throws -> (all: Set<String>, ofPerson: Set<String>) {
        var (all, ofPerson): (Set<String>, Set<String>) = ([], [])
        for record in records {
            let row = try declaration.declared.row(
                key: record.key.span.bytes,
                value: record.value.span.bytes
            )
            for (path, number) in people(in: row) {
                all.insert(path)
                if number == person { ofPerson.insert(path) }
            }
        }
        return (all, ofPerson)
    }

    /// The numbers of people that a value is made of, by their paths.
    private static func people(in value: Any, _ path: String = "") -> [(String, UserNumber)] {
        if let number = value as? UserNumber { return [(path, number)] }
        return Mirror(reflecting: value).children.flatMap { child in
            people(in: child.value, path + "." + (child.label ?? ""))
        }
    }

    /// Bytes by which something of somebody would be found, however it is stored.
    private func traces(
        of user: UserNumber,
        _ store: TestStore
    ) throws -> [(name: String, bytes: [UInt8])] {
        let secrets = store.store.secrets
        var varint: [UInt8] = []
        var rest = user.rawValue
        while rest >= 0x80 {
            varint.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        varint.append(UInt8(rest))
        var traces: [(name: String, bytes: [UInt8])] = [
            ("the number", [UInt8](bigEndian: user.rawValue)),
            ("the number", [UInt8](bigEndian: user.rawValue.byteSwapped)),
            ("the number", varint),
            ("the id", secrets.identifiers.userID(of: user).opaque.bytes),
            ("the ban", secrets.digests.ban(of: user).bytes),
        ]
        for text in Self.words {
            traces.append(("'\(text)'", Array(text.utf8)))
        }
        // What leads to the records of notes that were sent.
        for record in try records(store)[.sent] ?? [] {
            let place = try Place(key: record.key.span.bytes, of: .sent)
            if place.user != user { continue }
            traces.append(("a way", secrets.identifiers.sealSenderRoute(place).bytes))
        }
        return traces
    }
}

extension ErasureCompletenessTests.Record {
    /// Whether key or value hold these bytes somewhere.
    fileprivate func contains(_ bytes: [UInt8]) -> Bool {
        [key, value].contains { whole in
            whole.count >= bytes.count
                && (0...(whole.count - bytes.count)).contains { start in
                    whole[start..<(start + bytes.count)].elementsEqual(bytes)
                }
        }
    }
}
