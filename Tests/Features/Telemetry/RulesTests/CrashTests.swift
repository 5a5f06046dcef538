import Domain
import RuleTestSupport
import TelemetryRules
import Testing

/// How crashes are checked, and put together with those of the same cause.
@Suite struct CrashTests {
    private func field(_ body: () throws(DomainError) -> Crash) throws -> String? {
        invalidField(try refusal(body))
    }

    @Test func aCrashKeepsWithinItsLimits() throws {
        let type = String(repeating: "가", count: 200)
        let reason = String(repeating: "가", count: 1_000)
        let stack = String(repeating: "x", count: 32_768)
        let whole = try crash(type, reason: reason, stack: stack)
        #expect(whole.isLegal && whole.occurredAt == whole.occurredAt.toTheMinute)
        #expect(try field { () throws(DomainError) in try crash(type + "가") } == "exception_type")
        #expect(try field { () throws(DomainError) in try crash("") } == "exception_type")
        #expect(try field { () throws(DomainError) in try crash(" ") } == "exception_type")
        // 800 bytes, which a pile of combining marks makes of one character.
        for (count, fits) in [(398, true), (399, true), (400, false)] {
            let pile = "aa" + String(repeating: "\u{301}", count: count)
            #expect(((try? crash(pile)) != nil) == fits, "\(count)")
        }
        #expect(
            try field { () throws(DomainError) in try crash(reason: reason + "가") } == "reason"
        )
        #expect(try field { () throws(DomainError) in try crash(stack: stack + "x") } == "stack")
        let source = try TelemetrySource(appVersion: "", platform: "")
        #expect(
            try field { () throws(DomainError) in
                try Crash("a", reason: "", stack: "", of: source, at: nil) { _ in
                    CrashSignature(rawValue: 0)
                }
            } == "occurred_at"
        )
    }

    @Test func aSignatureHas16DigitsAndIsReadFromThem() {
        for (number, text) in [
            (0, "0000000000000000"), (0xAB, "00000000000000ab"), (.max, "ffffffffffffffff"),
        ] as [(UInt64, String)] {
            #expect(CrashSignature(rawValue: number).text == text)
            #expect(CrashSignature(text)?.rawValue == number)
        }
        for text in ["", "ab", "00000000000000AB", "+000000000000001", "00000000000000abc", "g"] {
            #expect(CrashSignature(text) == nil, "\(text)")
        }
    }

    @Test func aGroupCountsAndKnowsFirstLastAndVersions() throws {
        let shelf = TelemetryShelf()
        for (version, minute) in [("1.0", 5), ("1.1", 9), ("1.0", 7), ("", 2)] {
            try shelf.report(crash(version: version, minute: Int64(minute)))
        }
        let group = try #require(shelf.crashGroups().first)
        #expect(shelf.crashGroups().count == 1 && group.count == 4 && group.isLegal)
        #expect(try group.firstSeen == crash(minute: 2).occurredAt)
        #expect(try group.lastSeen == crash(minute: 9).occurredAt)
        // That which came last is at the end, and nothing stands for none.
        #expect(group.appVersions == ["1.1", "1.0"])
        // The sample is the one that happened last.
        #expect(try sample(on: shelf) == crash(version: "1.1", minute: 9))
        try shelf.report(crash(version: "1.2", minute: 9))
        #expect(try sample(on: shelf)?.appVersion == "1.2")
    }

    private func sample(on shelf: TelemetryShelf) throws -> Crash? {
        shelf.crash(at: try #require(shelf.crashGroups().first?.sample))
    }

    @Test func aGroupNames20VersionsAtMost() throws {
        let shelf = TelemetryShelf()
        for number in 1...21 { try shelf.report(crash(version: "\(number)")) }
        #expect(shelf.crashGroups().first?.appVersions == (2...21).map { "\($0)" })
    }

    /// Signatures that somebody makes up wash out each other, and nothing that came twice.
    @Test func beyond1000SignaturesTheOneWithTheFewestCrashesMakesRoom() throws {
        let shelf = TelemetryShelf()
        func report(_ length: Int, minute: Int) throws {
            try shelf.report(
                crash(stack: String(repeating: "x", count: length), minute: Int64(minute))
            )
        }
        func lengths() -> Set<Int> {
            Set(shelf.crashes.map(\.stack.utf8.count))
        }
        for length in 1...999 { try report(length, minute: length) }
        #expect(lengths() == Set(1...999))
        try report(1_000, minute: 1_000)
        #expect(lengths() == Set(1...1_000))
        for length in [1, 2] { try report(length, minute: length) }
        // The third was seen longest ago of those that were seen once; its sample goes with it.
        try report(1_001, minute: 1_001)
        #expect(lengths() == Set(1...1_001).subtracting([3]))
        for length in 1_002...2_500 { try report(length, minute: length) }
        #expect(lengths().isSuperset(of: [1, 2]) && shelf.crashGroups().count == 1_000)
        // One that is known takes nobody's place.
        try report(2_500, minute: 2_501)
        #expect(shelf.crashGroups().count == 1_000)
    }

    @Test func aCrashThatFindsNoRoomIsCountedAndTheFirstOfASignatureKept() throws {
        let shelf = TelemetryShelf()
        shelf.roomMax = 1
        for _ in 0..<3 { try shelf.report(crash()) }
        #expect(shelf.crashes.count == 1 && shelf.crashGroups().first?.count == 3)
        for _ in 0..<2 { try shelf.report(crash("SIGSEGV 2")) }
        #expect(Set(shelf.crashes.map(\.exceptionType)) == ["SIGABRT", "SIGSEGV 2"])
        #expect(shelf.crashes.count == 2)
    }
}
