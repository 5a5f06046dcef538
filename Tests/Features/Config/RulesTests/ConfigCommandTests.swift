import ConfigRules
import Domain
import RuleTestSupport
import Testing

/// What operators do about the configuration.
@Suite struct ConfigCommandTests {
    private let shelf = ConfigShelf()

    @Test func eachPublicationIsTheNextVersionAndHasAllThatItHas() throws {
        #expect(shelf.newestConfigNumber() == 0)
        let first = try shelf.publish(["a": "1", "b": "2"], note: "begin")
        #expect(first.number == 1 && first.rolledBackFrom == 0 && first.entryCount == 2)
        #expect(first.note == "begin" && first.operatorName == "root")
        #expect(first.publishedAt == shelf.context.now)
        #expect(try shelf.publish(["c": "3"]).number == 2)
        #expect(shelf.newest == ["c": "3"])
        // Nothing is a content as well.
        #expect(try shelf.publish([:]).number == 3)
        #expect(shelf.newest.isEmpty)
    }

    @Test func aChangeIsThatOfTheNewestVersion() throws {
        try shelf.change(["a": "1"])
        try shelf.change(["b": "2"])
        try shelf.change(["b": "3"], removing: ["a"])
        #expect(shelf.newest == ["b": "3"])
        let refusal = try refusal { () throws(DomainError) in try shelf.change(removing: ["a"]) }
        #expect(refusal == .configKeyNotFound(key: "a"))
        #expect(shelf.newestConfigNumber() == 3)
    }

    @Test func aChangeChangesSomething() throws {
        try shelf.publish(["a": "1"])
        let refusal = try refusal { () throws(DomainError) in try shelf.change() }
        #expect(invalidField(refusal) == "put" && shelf.newestConfigNumber() == 1)
        try shelf.change(removing: ["a"])
        try shelf.change(["a": "1"])
        #expect(shelf.newestConfigNumber() == 3)
    }

    @Test func aRollbackIsANewVersionThatSaysWhichItWas() throws {
        try shelf.publish(["a": "1"])
        try shelf.publish(["a": "2"])
        let version = try shelf.rollBack(to: 1)
        #expect(version.number == 3 && version.rolledBackFrom == 1 && version.note == "again")
        #expect(shelf.newest == ["a": "1"])
        // Also of the newest, and of one that was rolled back itself.
        #expect(try shelf.rollBack(to: 3).rolledBackFrom == 3)
        for number: UInt64 in [0, 5, .max] {
            let refusal = try refusal { () throws(DomainError) in try shelf.rollBack(to: number) }
            #expect(refusal == .configVersionNotFound(version: Int(clamping: number)))
        }
        #expect(shelf.newestConfigNumber() == 4)
    }

    @Test func whoExpectsAnotherVersionIsToldWhichIsTheNewest() throws {
        try shelf.publish(["a": "1"], expecting: 0)
        try shelf.change(["a": "2"], expecting: 1)
        try shelf.rollBack(to: 1, expecting: 2)
        for expected: UInt64 in [0, 2, 4] {
            for attempt in Attempt.allCases {
                let refusal = try refusal { () throws(DomainError) in
                    try make(attempt, expecting: expected)
                }
                #expect(refusal == .configChanged(version: 3))
            }
        }
        #expect(shelf.newestConfigNumber() == 3)
    }

    private enum Attempt: CaseIterable {
        case publish, change, rollBack
        /// It would be refused for more than one reason.
        case rollBackToNothing
    }

    private func make(
        _ attempt: Attempt,
        expecting expected: UInt64
    ) throws(DomainError) -> ConfigVersion {
        switch attempt {
        case .publish: try shelf.publish(["a": "3"], expecting: expected)
        case .change: try shelf.change(["a": "3"], expecting: expected)
        case .rollBack: try shelf.rollBack(to: 1, expecting: expected)
        case .rollBackToNothing: try shelf.rollBack(to: 9, expecting: expected)
        }
    }

    @Test func aNoteHas200CharactersAtMost() throws {
        let whole = String(repeating: "가", count: 200)
        for note in ["", String(whole.dropLast()), whole] { try shelf.publish([:], note: note) }
        let refusal = try refusal { () throws(DomainError) in
            try shelf.publish([:], note: whole + "가")
        }
        #expect(invalidField(refusal) == "note")
    }

    @Test func whatWasDoneIsRecordedWithItsVersion() throws {
        try shelf.publish(["a": "1"], note: "begin")
        try shelf.change(["b": "secret"], removing: ["a"])
        try shelf.rollBack(to: 1)
        let entries = (0..<11).map { ConfigEntry(key: "k\($0)", value: "") }
        _ = try shelf.publish(
            .change(putting: entries, removing: []),
            ConfigIntention(note: "", expecting: nil),
            by: ConfigShelf.root,
            shelf.context
        )
        #expect(
            shelf.actions == [
                "root: app-config publish --note 'begin': version 1",
                "root: app-config set b, unset a: version 2",
                "root: app-config rollback 1 --note 'again': version 3",
                "root: app-config change 11 keys: version 4",
            ]
        )
    }
}
