import Domain
import Testing

@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StorageEngine
import TestSupport
import NoteRules

/// How records are put and deleted with what finds them; contacts have two entries each.
@Suite struct RowTests {
    private let store: TestStore
    private let owner = UserNumber(1)

    init() throws {
        store = try TestStore()
    }

    private func contact(_ name: String, at place: UInt64, linkedTo user: UInt64?) -> ContactRow {
        var record = ContactRecord()
        (record.name, record.linkedUser) = (name, user)
        return ContactRow(key: Place(owner, Sequence(place)), record: record)
    }

    private func write(
        _ body: @escaping @Sendable (StoreTransaction) throws(DomainError) -> Void
    ) throws {
        try store.write { transaction throws(DomainError) in try body(transaction) }
    }

    private func counts() throws -> [Int] {
        try [TableID.contacts, .contactNames, .linkedContacts].map { table in
            try store.read { view throws(DomainError) in try view.count(.all, in: table, .max) }
        }
    }

    private func placeOf(_ name: String) throws -> Sequence? {
        let (owner, digests) = (owner, store.store.secrets.digests)
        return try store.read { view throws(DomainError) in
            let key = OwnedID(owner, digests.contactName(ContactName(stored: name)))
            return try view.row(at: key, in: Schema.contactNames)?.value
        }
    }

    @Test func entriesComeAndGoWithTheirRecord() throws {
        let (anna, ben) = (
            contact("anna", at: 1, linkedTo: 7), contact("ben", at: 2, linkedTo: nil)
        )
        try write { store throws(DomainError) in
            try store.put(anna, in: Schema.contacts)
            try store.put(ben, in: Schema.contacts)
        }
        #expect(try counts() == [2, 2, 1])
        #expect(try placeOf("anna") == Sequence(1))
        // Renamed, and linked to nobody.
        let renamed = contact("anne", at: 1, linkedTo: nil)
        try write { store throws(DomainError) in
            try store.put(renamed, insteadOf: anna, in: Schema.contacts)
        }
        #expect(try counts() == [2, 2, 0])
        #expect(try placeOf("anna") == nil)
        #expect(try placeOf("anne") == Sequence(1))
        try write { store throws(DomainError) in
            try store.delete(at: ben.key, in: Schema.contacts)
            // It is not there.
            try store.delete(at: ben.key, in: Schema.contacts)
        }
        #expect(try counts() == [1, 1, 0])
    }

    @Test(arguments: [1, 2, 5])
    func aRangeIsDeletedInPieces(countMax: Int) throws {
        let contacts = (1...5).map { contact("\($0)", at: $0, linkedTo: $0) }
        try write { store throws(DomainError) in
            for contact in contacts { try store.put(contact, in: Schema.contacts) }
        }
        let owner = owner
        var remaining = 5
        while remaining > 0 {
            let count = try store.write { store throws(DomainError) in
                try store.deleteRows(of: Schema.contacts, .all(of: owner), countMax: countMax)
            }
            #expect(count == min(countMax, remaining))
            remaining -= count
            #expect(try counts() == [remaining, remaining, remaining])
        }
    }

    @Test func pagesAndFirstRowsAreThoseOfTheRange() throws {
        let contacts = (1...5).map { contact("\($0)", at: $0, linkedTo: nil) }
        let other = ContactRow(key: Place(UserNumber(2), Sequence(1)), record: ContactRecord())
        try write { store throws(DomainError) in
            for contact in contacts + [other] { try store.put(contact, in: Schema.contacts) }
        }
        let owner = owner
        try store.read { view throws(DomainError) in
            var seen: [UInt64] = []
            var place: Sequence?
            repeat {
                let range = KeyRange.before(place, of: owner)
                place = try view.visitPage(of: Schema.contacts, range, limit: 2) { row in
                    seen.append(row.key.sequence.rawValue)
                    return .next
                }?.sequence
            } while place != nil
            #expect(seen == [5, 4, 3, 2, 1])
            let range = KeyRange.all(of: owner)
            let rows = try view.firstRows(of: Schema.contacts, range, countMax: 2)
            #expect(rows.map(\.record.name) == ["1", "2"])
            let keys = try view.firstKeys(of: Schema.contacts, range, countMax: 3)
            #expect(keys == contacts.prefix(3).map(\.key))
            #expect(try view.firstKeys(of: Schema.contacts, range, countMax: 0).isEmpty)
            let third = try view.firstRow(of: Schema.contacts) { $0.record.name == "3" }
            #expect(third?.key == contacts[2].key)
            #expect(try view.contains(contacts[4].key, in: Schema.contacts))
            #expect(try !view.contains(Place(owner, Sequence(6)), in: Schema.contacts))
        }
    }
}
