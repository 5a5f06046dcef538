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
        #expect(
            try field { () throws(DomainError) in try crash(reason: reason + "가") } == "reason"
        )
        #expect(try field { () throws(DomainError) in try crash(stack: stack + "x") } == "stack")
        let source = try TelemetrySource(appVersion: "", platform: "")
        #expect(
            try field { () throws(DomainError) in
                try Crash("a", reason: "", stack: "", of: source, at: nil)
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
            #expect(try shelf.report(crash(version: version, minute: Int64(minute))))
        }
        let group = try #require(shelf.crashGroups().first)
        #expect(shelf.crashGroups().count == 1 && group.count == 4)
        #expect(try group.firstSeen == crash(minute: 2).occurredAt)
        #expect(try group.lastSeen == crash(minute: 9).occurredAt)
        // That which came last is at the end, and nothing stands for none.
        #expect(group.appVersions == ["1.1", "1.0"])
        // The sample is the one that happened last.
        #expect(try shelf.sample(of: group.signature) == crash(version: "1.1", minute: 9))
        #expect(try shelf.report(crash(version: "1.2", minute: 9)))
        #expect(shelf.sample(of: group.signature)?.appVersion == "1.2")
    }

    @Test func aGroupNames20VersionsAtMost() throws {
        let shelf = TelemetryShelf()
        for number in 1...21 { _ = try shelf.report(crash(version: "\(number)")) }
        #expect(shelf.crashGroups().first?.appVersions == (2...21).map { "\($0)" })
    }

    @Test func beyond1000SignaturesThoseThatAreKnownAreCountedAlone() throws {
        let shelf = TelemetryShelf()
        let stacks = (1...1_001).map { String(repeating: "x", count: $0) }
        for stack in stacks.prefix(1_000) { #expect(try shelf.report(crash(stack: stack))) }
        #expect(try !shelf.report(crash(stack: stacks[1_000])))
        #expect(try shelf.report(crash(stack: stacks[999])))
        #expect(shelf.crashGroups().count == 1_000 && shelf.crashes.count == 1_001)
    }

    @Test func aCrashThatFindsNoRoomIsCountedAllTheSame() throws {
        let shelf = TelemetryShelf()
        shelf.roomMax = 1
        for _ in 0..<3 { #expect(try shelf.report(crash())) }
        #expect(shelf.crashes.count == 1 && shelf.crashGroups().first?.count == 3)
    }
}
