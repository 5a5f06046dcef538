import AccountRules
import AccountStorage
import Domain
import TestSupport
import Testing

@testable import ConfigRules
@testable import ConfigStorage
@testable import Records
@testable import Storage
@testable import StorageEngine
import StoreTools

/// How the published configuration is kept.
@Suite struct ConfigTests {
    private let store: TestStore

    init() throws {
        store = try TestStore()
    }

    private static func version(
        _ number: UInt64 = 0,
        noted note: String = "",
        from: UInt64 = 0,
        entryCount: UInt64 = 0
    ) -> ConfigVersion {
        ConfigVersion(
            number: number,
            publishedAt: .epoch,
            operatorName: "root",
            note: note,
            rolledBackFrom: from,
            entryCount: entryCount
        )
    }

    @discardableResult
    private func publish(_ values: [String: String]) throws -> ConfigVersion {
        let entries = try ConfigEntries(values.map { ConfigEntry(key: $0.key, value: $0.value) })
        let version = Self.version(noted: "note")
        return try store.write { transaction throws(DomainError) in
            try transaction.add(version, with: entries)
        }
    }

    private func values(_ number: UInt64) throws -> [String: String]? {
        try store.read { view throws(DomainError) in
            guard let version = try view.configVersion(number) else { return nil }
            return try view.entries(of: version).values
        }
    }

    private func numbers() throws -> [UInt64] {
        try store.read { view throws(DomainError) in try view.configVersions().map(\.number) }
    }

    /// The versions that the feed tells of.
    private func told() throws -> [UInt64] {
        var told: [UInt64] = []
        try store.read { view throws(DomainError) in
            _ = try view.visitEntries(of: .config, after: .start, limit: .max) {
                entry throws(DomainError) in
                if let version = try view.publishedConfig(entry) { told.append(version.number) }
                return .next
            }
        }
        return told
    }

    private func count(_ table: TableID) throws -> Int {
        try store.read { view throws(DomainError) in try view.count(.all, in: table, .max) }
    }

    private func write(
        _ body: @escaping @Sendable (StoreTransaction) throws(DomainError) -> Void
    ) throws {
        try store.write { transaction throws(DomainError) in try body(transaction) }
    }

    @Test func whatWasPublishedIsThereAfterARestart() throws {
        #expect(try numbers().isEmpty)
        #expect(try store.read { view throws(DomainError) in try view.newestConfigNumber() } == 0)
        let first = try publish(["a": "1", "b": ""])
        try publish([:])
        for isReopened in [false, true] {
            if isReopened { try store.reopen() }
            #expect(try values(1) == ["a": "1", "b": ""])
            #expect(try values(2) == [:])
            #expect(try values(0) == nil && values(3) == nil)
            #expect(try numbers() == [2, 1])
            let found = try store.read { view throws(DomainError) in try view.configVersion(1) }
            #expect(found == first)
        }
        #expect(try publish(["c": "3"]).number == 3)
        #expect(try store.findings().isEmpty)
    }

    @Test func theFeedTellsOfTheNewestVersionAlone() throws {
        for number in 1...3 {
            try publish(["a": "\(number)"])
            #expect(try told() == [UInt64(number)])
            #expect(try count(.sharedChanges) == 1)
        }
    }

    @Test func theOldestVersionGoesWithItsEntriesWhereThereAre100() throws {
        for number in 1...100 { try publish(["a": "\(number)", "b": ""]) }
        #expect(try numbers().count == 100 && count(Schema.configEntries.id) == 100)
        try publish(["a": "101"])
        #expect(try numbers() == (2...101).reversed())
        #expect(try values(1) == nil)
        #expect(try count(Schema.configEntries.id) == 100)
        #expect(try store.findings().isEmpty)
    }

    /// What is lost of a version is lost whole, and whoever asks gets the one before it.
    @Test func ofAVersionNothingIsLeftAlone() throws {
        try publish(["a": "1", "b": "2"])
        try write { transaction throws(DomainError) in
            try transaction.delete(at: 1, in: Schema.configEntries)
        }
        #expect(throws: DomainError.self) { try values(1) }
        let findings = try store.findings()
        #expect(findings.map(\.table) == ["config_versions"])
        #expect(findings.map(\.problem) == ["its entries are not there"])
    }

    @Test func entriesWithoutTheirVersionAreFound() throws {
        try publish(["a": "1"])
        try write { transaction throws(DomainError) in
            try transaction.delete(at: 1, in: Schema.configVersions)
        }
        #expect(try values(1) == nil)
        #expect(try store.findings().map(\.problem) == ["its version is not there"])
    }

    @Test func whatIsBeyondItsLimitsIsFound() throws {
        try publish(["a": "1"])
        try write { transaction throws(DomainError) in
            let entries = ConfigEntries(values: ["A": ""])
            try transaction.put(Keyed(key: 1, record: entries), in: Schema.configEntries)
            let note = String(repeating: "x", count: 201)
            let version = Self.version(1, noted: note, entryCount: 1)
            try transaction.put(version, in: Schema.configVersions)
        }
        #expect(
            try Set(store.findings().map(\.problem)) == [
                "an entry is beyond its limits", "the note is beyond its limits",
            ]
        )
    }

    @Test(
        arguments: [
            (0, 0, 0), (2, 2, 0), (2, 3, 0), (1, 0, 501),
        ] as [(UInt64, UInt64, UInt64)]
    )
    func aVersionThatNobodyPublishesIsNeitherLoadedNorRead(
        _ number: UInt64,
        _ from: UInt64,
        _ entryCount: UInt64
    ) throws {
        let line = try #require(Schema.configVersions.line)
        let secrets = store.store.secrets
        try line.finish(Self.version(2, from: 1, entryCount: 500), secrets)
        let row = Self.version(number, from: from, entryCount: entryCount)
        #expect(throws: DumpProblem.self) { try line.finish(row, secrets) }
        let (key, value) = (row.storedKey, row.encoded())
        #expect(throws: DomainError.self) {
            try key.withBytes { key throws(DomainError) in
                _ = try Schema.configVersions.row(key: key, value: value.span.bytes)
            }
        }
    }

    /// Erasure and export have nothing to do: no record is a person's, or goes with one.
    @Test func nothingBelongsToAPerson() throws {
        let anna = try store.account("anna")
        try publish(["a": "1"])
        try write { transaction throws(DomainError) in
            try transaction.remove(anna, at: .epoch)
            while try transaction.eraseNext(recordCountMax: 100) {}
        }
        #expect(try values(1) == ["a": "1"] && told() == [1])
        for table in [Schema.configVersions.keyParts, Schema.configEntries.keyParts] {
            #expect(!table.contains { $0.isPerson })
        }
    }
}
