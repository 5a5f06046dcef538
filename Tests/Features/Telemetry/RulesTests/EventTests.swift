import Domain
import RuleTestSupport
import TelemetryRules
import Testing

/// Which events are kept, and what becomes of the others.
@Suite struct EventTests {
    private static let moment = Instant(milliseconds: 1_700_000_012_345)

    private func event(
        _ name: String = "started",
        _ properties: [String: String] = [:]
    ) -> LoggedEvent? {
        LoggedEvent(name, at: Self.moment, properties)
    }

    @Test(arguments: [
        ("a", true), ("user_list.viewed2", true), (String(repeating: "a", count: 64), true),
        (String(repeating: "a", count: 65), false), ("", false), ("Started", false),
        ("a b", false), ("a-b", false), ("시작", false), ("a\u{0}", false),
    ])
    func aNameHas1To64LettersDigitsDotsAndUnderscores(_ name: String, _ fits: Bool) {
        #expect((event(name) != nil) == fits)
    }

    @Test func anEventIsKeptToTheMinuteAndNotWithoutAMoment() {
        #expect(event()?.occurredAt == Self.moment.toTheMinute)
        var batch = EventBatch()
        batch.take("started", at: nil, [:], in: TelemetryWindow(now: Self.moment, dayCount: 1))
        #expect(batch.events.isEmpty && batch.drops == [.invalid: 1])
    }

    @Test func anEventHas20PropertiesAtMost() {
        func properties(_ count: Int) -> [String: String] {
            Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", "") })
        }
        for (count, fits) in [(0, true), (19, true), (20, true), (21, false)] {
            #expect((event("a", properties(count)) != nil) == fits, "\(count)")
        }
    }

    @Test(arguments: [
        ("a", true), ("Screen-Name_2.b", true), (String(repeating: "k", count: 40), true),
        (String(repeating: "k", count: 41), false), ("", false), ("a=b", false), ("a b", false),
        ("키", false), ("a\n", false),
    ])
    func aPropertyHasAKeyOf1To40(_ key: String, _ fits: Bool) {
        #expect((event("a", [key: "value"]) != nil) == fits)
    }

    @Test(arguments: [
        ("", true), ("a = b, 값", true), (String(repeating: "값", count: 200), true),
        (String(repeating: "값", count: 201), false), ("a\nb", false), ("\u{1b}[31m", false),
        ("a\u{7f}", false), ("a\u{85}", false), ("a\u{2028}b", false),
        ("a" + String(repeating: "\u{301}", count: 4_000), false),
    ])
    func aPropertyHasAValueOfAtMost200CharactersOnOneLine(_ value: String, _ fits: Bool) {
        #expect((event("a", ["key": value]) != nil) == fits)
    }

    @Test func anEventHas8192BytesAtMost() {
        // 13 values of 600 bytes, and one that has the rest.
        func properties(_ byteCount: Int) -> [String: String] {
            let whole = String(repeating: "값", count: 200)
            var properties: [String: String] = [:]
            for index in 10..<23 { properties["k\(index)"] = whole }
            let rest = byteCount - 1 - 13 * 603 - 1
            properties["r"] =
                String(repeating: "값", count: rest / 3)
                + String(repeating: "x", count: rest % 3)
            return properties
        }
        #expect(event("a", properties(8_191))?.byteCount == 8_191)
        #expect(event("a", properties(8_192))?.byteCount == 8_192)
        #expect(event("a", properties(8_193)) == nil)
        // All that keep to ASCII fit.
        let full = (0..<20).map { index in
            (
                String(repeating: "k", count: 38) + String(index + 10),
                String(repeating: "v", count: 200)
            )
        }
        let name = String(repeating: "a", count: 64)
        #expect(event(name, Dictionary(uniqueKeysWithValues: full)) != nil)
    }

    @Test func aRequestHas1To100Events() throws {
        for count in [1, 100] { try EventBatch.check(count: count) }
        for count in [0, 101] {
            let refusal = try refusal { () throws(DomainError) in
                try EventBatch.check(count: count)
            }
            #expect(invalidField(refusal) == "events")
        }
    }

    @Test(arguments: ["app_version", "platform", "installation"])
    func whatAnApplicationSaysOfItselfIsALineOf64Characters(_ field: String) throws {
        func source(_ text: String) throws(DomainError) -> TelemetrySource {
            try TelemetrySource(
                appVersion: field == "app_version" ? text : "",
                platform: field == "platform" ? text : "",
                installation: field == "installation" ? text : ""
            )
        }
        let whole = String(repeating: "가", count: 64)
        let long = "a" + String(repeating: "\u{301}", count: 127)
        for text in ["", String(whole.dropLast()), whole, long] { _ = try source(text) }
        for text in [whole + "가", "a\nb", "a\u{1b}", long + "\u{301}"] {
            let refusal = try refusal { () throws(DomainError) in try source(text) }
            #expect(invalidField(refusal) == field)
        }
    }

    /// 30 days and 24 hours, and a moment beyond each.
    @Test func whatHappenedLongAgoOrInATimeToComeIsDropped() {
        let now = Instant(milliseconds: 1_700_000_000_000)
        let window = TelemetryWindow(now: now, dayCount: 30)
        let (past, future): (Int64, Int64) = (30 * 86_400_000, 86_400_000)
        let cases: [(Int64, TelemetryDrop?)] = [
            (0, nil), (-past, nil), (-past - 1, .tooOld), (future, nil), (future + 1, .tooNew),
            (.min, .tooOld), (.max, .tooNew),
        ]
        for (step, drop) in cases {
            #expect(window.drop(of: now.adding(milliseconds: step)) == drop, "\(step)")
        }
        #expect(window.drop(of: Instant(milliseconds: .min)) == .tooOld)
        #expect(window.drop(of: Instant(milliseconds: .max)) == .tooNew)
        // What is kept of the last day is not deleted while it may still be told.
        let first = now.adding(milliseconds: -past)
        #expect(window.firstDay == UInt64(first.dayNumber))
        #expect(TelemetryWindow(now: Instant(seconds: 0), dayCount: 30).firstDay == 0)
    }

    @Test func oneBadEventIsDroppedAndTheOthersAreKept() {
        var batch = EventBatch()
        let window = TelemetryWindow(now: Self.moment, dayCount: 1)
        let told: [(String, Int64)] = [
            ("a", 0), ("A", 0), ("old", -86_401), ("b", -86_400), ("new", 86_401), ("c", 86_400),
            ("", 0),
        ]
        for (name, seconds) in told {
            batch.take(name, at: Self.moment.adding(seconds: seconds), [:], in: window)
        }
        #expect(batch.events.map(\.name) == ["a", "b", "c"])
        #expect(batch.drops == [.invalid: 2, .tooOld: 1, .tooNew: 1])
    }

    @Test func whatFindsNoRoomIsNotCountedAsKept() throws {
        let shelf = TelemetryShelf()
        shelf.roomMax = 3
        let source = try TelemetrySource(appVersion: "", platform: "")
        let events = ["a", "b", "c", "d"].compactMap { event($0) }
        #expect(try shelf.log(Array(events.prefix(2)), of: source) == 2)
        #expect(try shelf.log(events, of: source) == 1)
        #expect(shelf.events.map(\.name) == ["a", "b", "a"])
    }

    @Test func aSummaryHasTheMostFrequentNamesFirstAndCountsInstallationsOnce() throws {
        let source = try TelemetrySource(appVersion: "", platform: "")
        func kept(_ name: String, _ installation: [UInt8]) -> KeptEvent {
            let event = LoggedEvent(stored: name, at: Self.moment, [:])
            return KeptEvent(event, of: source, installation: installation)
        }
        var tally = EventTally()
        for (name, installation) in [("b", [1]), ("a", []), ("b", [1]), ("b", [2]), ("c", [1])] {
            tally.add(kept(name, installation.map { UInt8($0) }))
        }
        #expect(tally.rows.map(\.name) == ["b", "a", "c"])
        #expect(tally.rows.map(\.count) == [3, 1, 1])
        #expect(tally.rows.map(\.installationCount) == [2, 0, 1])
        for number in 0..<1_100 { tally.add(kept("n\(number)", [])) }
        #expect(tally.rows.count == 1_000 && tally.rows[0].name == "b")
    }
}
