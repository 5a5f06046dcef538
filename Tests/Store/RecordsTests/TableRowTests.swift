import Cryptography
import Domain
import ProtobufCoding
import StorageEngine
import Testing

@testable import Records

/// How rows follow from what they are declared as.
@Suite struct TableRowTests {
    private let secrets = StoreSecrets(masterKey: MasterKey(.random()))
    private let place = SharedPlace(SharedFeed(rawValue: 7 << 48 | 5), Sequence(9))

    /// A record with its key, as a feature would have one.
    private struct Thing: StoredRow, Equatable {
        var key: SharedPlace = .blank
        var name = ""
        var madeAt = Instant(milliseconds: 0)
        var maker = UserNumber.nobody

        enum CodingKeys: Int, CodingKey {
            case name = 1
            case madeAt = 2
            case maker = 3
        }

        static let kind = RecordKind("thing")

        var isSound: Bool { name != "bad" }
    }

    /// The same fields as plain numbers, and no key.
    private struct Plain: StoredRecord {
        var name = ""
        var madeAt: Int64 = 0
        var maker: UInt64 = 0

        enum CodingKeys: Int, CodingKey {
            case name = 1
            case madeAt = 2
            case maker = 3
        }

        static let kind = RecordKind("plain thing")
    }

    private func thing(_ name: String = "a") -> Thing {
        let madeAt = Instant(milliseconds: -1_700_000_000_123)
        return Thing(key: place, name: name, madeAt: madeAt, maker: UserNumber(.max))
    }

    private func read<Row: TableRow>(_: Row.Type, _ key: Key, _ value: [UInt8]) throws -> Row {
        try key.withBytes { key throws(DomainError) in
            try Row(key: key, value: value.span.bytes)
        }
    }

    @Test func aRowIsReadAsItIsWritten() throws {
        let thing = thing()
        let value = thing.storedValue(secrets)
        #expect(try read(Thing.self, thing.storedKey, value) == thing)
        let (longer, secrets) = (value + [32, 1], secrets)
        let isWritten = thing.isWritten(as: value.span.bytes, secrets)
        let isLonger = thing.isWritten(as: longer.span.bytes, secrets)
        #expect(isWritten && !isLonger)
        #expect(Thing.blank == Thing())
    }

    @Test(arguments: [0, 15, 17])
    func aKeyOfAnotherLengthIsDamage(byteCount: Int) {
        let key = Key { key in for _ in 0..<byteCount { key.append(0 as UInt8) } }
        #expect(throws: Thing.kind.damaged) { try read(Thing.self, key, []) }
        #expect(throws: RecordKind.uniqueEntry.damaged) {
            try read(KeyRow<SharedPlace>.self, key, [1])
        }
    }

    @Test func aRowThatIsNotSoundIsDamage() throws {
        let bad = thing("bad")
        #expect(throws: Thing.kind.damaged) {
            try read(Thing.self, bad.storedKey, bad.storedValue(secrets))
        }
    }

    /// Moments, people and places are stored as the numbers that they are.
    @Test func valuesOfTheDomainAreStoredAsNumbers() throws {
        for thing in [thing(), Thing()] {
            var plain = Plain()
            plain.name = thing.name
            plain.madeAt = thing.madeAt.milliseconds
            plain.maker = thing.maker.rawValue
            #expect(thing.encoded() == plain.encoded())
            let row = Keyed(key: place, record: plain)
            #expect(row.storedKey == place.storedKey)
            #expect(row.storedValue(secrets) == thing.storedValue(secrets))
        }
    }

    @Test func anEntryLeadsFromOneKeyToAnother() throws {
        let entry = EntryRow(Place(UserNumber(3), Sequence(4)), place)
        #expect(entry.storedKey == .place(UserNumber(3), Sequence(4)))
        let value = entry.storedValue(secrets)
        #expect(value == place.storedBytes)
        let found = try read(EntryRow<Place, SharedPlace>.self, entry.storedKey, value)
        #expect(found.key == entry.key && found.value == entry.value)
        for damaged in [value.dropLast(), value + [0]] as [[UInt8]] {
            #expect(throws: RecordKind.uniqueEntry.damaged) {
                try read(EntryRow<Place, SharedPlace>.self, entry.storedKey, damaged)
            }
        }
        #expect(KeyRow(place).storedValue(secrets) == [1])
    }

    /// A key of two parts is no other than the parts one after the other, each with its name.
    @Test func theKeyOfTwoPartsHasThemAll() {
        let parts = TwoParts<SharedFeed, Sequence>.key(place.feed, place.sequence)
        #expect(place.storedKey == parts)
        #expect(SharedPlace.byteCount == 16)
        let table = SchemaTable<KeyRow<OwnedID>>(31, "test", key: ["owner", "id"])
        #expect(table.keyByteCount == 24)
        #expect(table.isOrderedByPerson)
        let key = OwnedID(UserNumber(6), OpaqueID(high: 1, low: 2))
        let partition = key.storedKey.withBytes { table.partition(of: $0) }
        #expect(partition == .person(6))
    }

    @Test func anEntryOfAFeedTellsWhatBecameOfWhat() throws {
        for told in [SharedEntry.put, .deleted] {
            let entry = told.encoded(place.sequence)
            let (what, where_) = try SharedEntry.read(entry.span.bytes, of: place.feed, Thing.kind)
            #expect(what == told && where_ == place)
        }
        for damaged in [
            [], [1], [3] + place.sequence.storedBytes, [UInt8](repeating: 1, count: 10),
        ] {
            #expect(throws: Thing.kind.damaged) {
                _ = try SharedEntry.read(damaged.span.bytes, of: place.feed, Thing.kind)
            }
        }
    }

    @Test func theIDOfASharedPlaceLeadsBack() {
        let purpose = KeyPurpose(rawValue: 18)
        let id = secrets.identifiers.seal(place, for: purpose)
        #expect(secrets.identifiers.sharedPlace(behind: id, for: purpose) == place)
    }
}
