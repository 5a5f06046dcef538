import ConfigRules
import Domain
import RuleTestSupport
import Testing

/// What a version may have.
@Suite struct ConfigEntriesTests {
    private func entries(_ entries: [ConfigEntry]) throws(DomainError) -> ConfigEntries {
        try ConfigEntries(entries)
    }

    private func field(_ entries: [ConfigEntry]) throws -> String? {
        invalidField(try refusal { () throws(DomainError) in try ConfigEntries(entries) })
    }

    @Test(arguments: [
        ("a", true), ("welcome.title_2-b", true), (String(repeating: "a", count: 64), true),
        (String(repeating: "a", count: 65), false), ("", false), ("Title", false), ("a b", false),
        ("a/b", false), ("제목", false), ("é", false), ("a\u{301}", false), ("a\u{0}", false),
    ])
    func aKeyHas1To64LettersDigitsDotsHyphensAndUnderscores(_ key: String, _ fits: Bool) throws {
        let entry = ConfigEntry(key: key, value: "")
        #expect(entry.isLegal == fits)
        if fits {
            #expect(try entries([entry]).all == [entry])
        } else {
            #expect(try field([entry]) == "entries")
        }
    }

    @Test(arguments: ["Title", "", String(repeating: "a", count: 65)])
    func whatIsWrongWithAnEntryIsToldByItsKey(_ key: String) throws {
        let good = ConfigEntry(key: "good", value: "")
        let long = ConfigEntry(key: "long", value: String(repeating: "x", count: 16_385))
        for (bad, name) in [(ConfigEntry(key: key, value: ""), key.prefix(64)), (long, "long")] {
            let refused = try refusal { () throws(DomainError) in try ConfigEntries([good, bad]) }
            guard case .invalidValue(let field, let expected) = refused else {
                Issue.record("\(refused)")
                continue
            }
            #expect(field == "entries" && expected.contains("'\(name)'"))
        }
    }

    @Test func aValueHas16KiBAtMost() throws {
        let whole = String(repeating: "x", count: 16_384)
        for value in ["", "x", String(whole.dropLast()), whole] {
            #expect(try entries([ConfigEntry(key: "a", value: value)]).all.count == 1)
        }
        #expect(try field([ConfigEntry(key: "a", value: whole + "x")]) == "entries")
        // Bytes count, not characters.
        let wide = String(repeating: "가", count: 5_462)
        #expect(wide.utf8.count == 16_386)
        #expect(try field([ConfigEntry(key: "a", value: wide)]) == "entries")
    }

    @Test func aVersionHas500EntriesAtMost() throws {
        let all = (0..<501).map { ConfigEntry(key: "k\($0)", value: "") }
        for count in [0, 499, 500] {
            #expect(try entries(Array(all.prefix(count))).all.count == count)
        }
        #expect(try field(all) == "entries")
    }

    @Test func allKeysAndValuesHave256KiBAtMost() throws {
        // 16 entries with keys of two bytes: the values have the rest.
        func entries(_ byteCount: Int) -> [ConfigEntry] {
            (0..<17).map { index in
                let size = index < 16 ? 16_000 - 2 : byteCount - 16 * 16_000 - 2
                let key = String(UInt8(ascii: "a") + UInt8(index), radix: 36)
                return ConfigEntry(key: key, value: String(repeating: "x", count: size))
            }
        }
        for byteCount in [262_143, 262_144] {
            #expect(try self.entries(entries(byteCount)).all.count == 17)
        }
        let refusal = try refusal { () throws(DomainError) in
            try ConfigEntries(entries(262_145))
        }
        #expect(refusal == .configTooLarge(maximum: 262_144))
    }

    @Test func entriesAreInTheOrderOfTheirKeysAndEachKeyIsThereOnce() throws {
        let keys = ["b", "a.b", "a", "a-b", "0", "_"]
        let sorted = try entries(keys.map { ConfigEntry(key: $0, value: $0) })
        #expect(sorted.all.map(\.key) == ["0", "_", "a", "a-b", "a.b", "b"])
        let twice = ["a", "b", "a"].map { ConfigEntry(key: $0, value: "") }
        #expect(try field(twice) == "entries")
    }

    @Test func aChangeLeavesTheOthersAndRefusesWhatItCannotMean() throws {
        let old = try entries(["a", "b", "c"].map { ConfigEntry(key: $0, value: "old") })
        let new = try old.changed(
            putting: [ConfigEntry(key: "d", value: "new"), ConfigEntry(key: "a", value: "new")],
            removing: ["b"]
        )
        #expect(new.all.map { "\($0.key)=\($0.value)" } == ["a=new", "c=old", "d=new"])
        func refused(_ put: [String], _ keys: [String]) throws -> Refusal {
            try refusal { () throws(DomainError) in
                try old.changed(
                    putting: put.map { ConfigEntry(key: $0, value: "") },
                    removing: keys
                )
            }
        }
        #expect(try refused([], ["x"]) == .configKeyNotFound(key: "x"))
        #expect(try invalidField(refused([], [])) == "put")
        #expect(try invalidField(refused(["a"], ["a"])) == "removed_keys")
        #expect(try invalidField(refused([], ["A"])) == "removed_keys")
        #expect(try invalidField(refused(["x", "x"], [])) == "entries")
    }
}
