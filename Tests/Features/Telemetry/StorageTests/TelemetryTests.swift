import AccountStorage
import Domain
import TestSupport
import Testing

@testable import Records
@testable import Storage
@testable import StorageEngine
import StoreTools
@testable import TelemetryRules
@testable import TelemetryStorage

/// How telemetry is kept, and for how long.
@Suite struct TelemetryTests {
    private let store: TestStore

    init() throws {
        store = try TestStore()
    }

    private static func moment(_ day: Int64) -> Instant { Instant(seconds: day * 86_400) }

    @discardableResult
    private func log(
        _ names: [String],
        on day: Int64 = 100,
        installation: String = "device"
    ) throws -> Int {
        let source = try TelemetrySource(
            appVersion: "1.0",
            platform: "test",
            installation: installation
        )
        let events = names.map { name in
            LoggedEvent(stored: name, at: Self.moment(day), ["b": "2 = \"둘\"", "a": ""])
        }
        return try store.write { transaction throws(DomainError) in
            try transaction.log(events, of: source)
        }
    }

    private func report(
        _ type: String,
        on day: Int64 = 100,
        version: String = "1.0"
    ) throws {
        let crash = try crash(type, on: day, version: version)
        try store.write { transaction throws(DomainError) in try transaction.report(crash) }
    }

    private func crash(_ type: String, on day: Int64 = 100, version: String = "") throws -> Crash {
        try Crash(
            type,
            reason: "reason",
            stack: "frame\n",
            of: TelemetrySource(appVersion: version, platform: "test"),
            at: Self.moment(day),
            sign: CrashSignature.init(of:)
        )
    }

    private func events(of day: UInt64? = nil, limit: Int = 2) throws -> [KeptEvent] {
        try store.read { view throws(DomainError) in
            var events: [KeptEvent] = []
            var place: TelemetryPlace?
            repeat {
                place = try view.visitEvents(of: day, before: place, limit: limit) { event in
                    events.append(event)
                    return .next
                }
            } while place != nil
            return events
        }
    }

    private func crashes(of day: UInt64? = nil) throws -> [Crash] {
        try store.read { view throws(DomainError) in
            var crashes: [Crash] = []
            _ = try view.visitCrashes(of: day, before: nil, limit: 100) { crash in
                crashes.append(crash)
                return .next
            }
            return crashes
        }
    }

    private func groups() throws -> [CrashGroup] {
        try store.read { view throws(DomainError) in try view.crashGroups() }
            .sorted { $0.lastSeen > $1.lastSeen }
    }

    private func sample(of group: CrashGroup) throws -> Crash? {
        let place = try #require(group.sample)
        return try store.read { view throws(DomainError) in try view.crash(at: place) }
    }

    private func counts() throws -> [Int] {
        let tables = [Schema.events.id, Schema.crashes.id, Schema.crashGroups.id]
        return try tables.map { table in
            try store.read { view throws(DomainError) in try view.count(.all, in: table, .max) }
        }
    }

    @Test func whatWasToldIsThereAfterARestartTheNewestFirst() throws {
        try log(["a", "b", "c"], on: 100)
        try log(["d"], on: 99)
        for isReopened in [false, true] {
            if isReopened { try store.reopen() }
            #expect(try events().map(\.event.name) == ["c", "b", "a", "d"])
            #expect(try events(of: 99).map(\.event.name) == ["d"])
            #expect(try events(of: 98).isEmpty)
        }
        let event = try #require(try events().first)
        #expect(event.event.properties == ["b": "2 = \"둘\"", "a": ""])
        #expect(event.appVersion == "1.0" && event.platform == "test")
        #expect(event.event.occurredAt == Self.moment(100))
        try log(["e"], on: 100)
        #expect(try events(of: 100).map(\.event.name) == ["e", "c", "b", "a"])
        #expect(try store.findings().isEmpty)
    }

    @Test func crashesOfOneCauseAreAGroup() throws {
        try report("SIGABRT", on: 99, version: "1.0")
        try report("SIGABRT", on: 100, version: "1.1")
        try report("SIGSEGV", on: 98)
        for isReopened in [false, true] {
            if isReopened { try store.reopen() }
            let groups = try groups()
            #expect(groups.map(\.exceptionType) == ["SIGABRT", "SIGSEGV"])
            #expect(groups.map(\.count) == [2, 1])
            #expect(groups[0].appVersions == ["1.0", "1.1"])
            let sample = try sample(of: groups[0])
            #expect(sample?.appVersion == "1.1" && sample?.stack == "frame\n")
        }
        #expect(try crashes().map(\.exceptionType) == ["SIGABRT", "SIGABRT", "SIGSEGV"])
        #expect(try crashes(of: 98).map(\.exceptionType) == ["SIGSEGV"])
        #expect(try store.findings().isEmpty)
    }

    @Test func aSignatureIsTheSameInEachStore() throws {
        let (one, other) = ("SIGABRT\nmain", "SIGABRT\nmain2")
        #expect(CrashSignature(of: one).text == "9402775f7a36daef")
        #expect(CrashSignature(of: one) != CrashSignature(of: other))
    }

    @Test func aDayHasRoomForSoMuchAndNoMore() throws {
        try log(["a"])
        let last = DomainLimits.eventsPerDayMax - 1
        let place = TelemetryPlace(100, last)
        try store.write { transaction throws(DomainError) in
            var event = KeptEvent.empty
            event.event.occurredAt = Self.moment(100)
            try transaction.put(Keyed(key: place, record: event), in: Schema.events)
            var crash = Crash.empty
            crash.occurredAt = Self.moment(100)
            let crashPlace = TelemetryPlace(100, DomainLimits.crashesPerDayMax)
            try transaction.put(Keyed(key: crashPlace, record: crash), in: Schema.crashes)
        }
        try store.reopen()
        #expect(try log(["b", "c", "d"]) == 1)
        #expect(try log(["e"], on: 101) == 1)
        #expect(try events(of: 100).map(\.event.name).prefix(1) == ["b"])
        // The first of a signature is kept all the same, and those behind it are counted.
        for _ in 0..<3 { try report("SIGABRT") }
        #expect(try crashes().map(\.exceptionType) == ["SIGABRT", ""])
        #expect(try groups().map(\.count) == [3] && sample(of: groups()[0]) != nil)
    }

    @Test(arguments: [1, 2, 3, 100])
    func oldDaysGoInStepsAndGroupsWithTheirLastCrash(recordCountMax: Int) throws {
        try log(["a", "b"], on: 97)
        try log(["c"], on: 98)
        try report("SIGABRT", on: 97)
        try report("SIGABRT", on: 98)
        try report("SIGSEGV", on: 97)
        func hasOld() throws -> Bool {
            try store.read { view throws(DomainError) in try view.hasTelemetry(before: 98) }
        }
        #expect(try hasOld())
        var stepCount = 0
        while stepCount < 100,
            try store.write({ transaction throws(DomainError) in
                try transaction.clearTelemetry(before: 98, recordCountMax: recordCountMax)
            })
        {
            stepCount += 1
        }
        if stepCount < 100 {
            #expect(try counts() == [1, 1, 1] && !hasOld())
            #expect(try groups().map(\.count) == [2])
        }
        #expect(try events().map(\.event.name) == ["c"])
        #expect(try store.findings().isEmpty)
    }

    /// What the records of a call are made of says what was told and when, and nothing else.
    @Test func noRecordTellsOfAnybody() throws {
        let anna = try store.account("anna")
        try log(["a", "b"], installation: "device-of-anna")
        try log(["c"], on: 101, installation: "device-of-anna")
        try log(["d"], installation: "device-of-ben")
        try log(["e"], installation: "")
        try report("SIGABRT")
        let kept = try events(limit: 10)
        let installations = Dictionary(uniqueKeysWithValues: kept.map { ($0.event.name, $0) })
            .mapValues(\.installation)
        #expect(installations["a"]?.count == 8 && installations["a"] == installations["b"])
        // No two days of an installation can be joined, and no two installations are one.
        #expect(installations["c"] != installations["a"])
        #expect(installations["d"] != installations["a"])
        #expect(installations["e"]?.isEmpty == true)
        let before = try counts()
        for table in [Schema.events.keyParts, Schema.crashes.keyParts] {
            #expect(!table.contains { $0.isPerson })
        }
        // So erasure has nothing to do.
        try store.write { transaction throws(DomainError) in
            try transaction.remove(anna, at: .epoch)
            while try transaction.eraseNext(recordCountMax: 100) {}
        }
        #expect(try counts() == before)
        store.store.close()
        for record in try StoredRecords(inStore: store.path).all where record.table.rawValue >= 32 {
            let text = String(decoding: record.key + record.value, as: UTF8.self)
            #expect(!text.contains("anna") && !text.contains("device"), "\(text)")
        }
    }

    @Test func aGroupThatMakesRoomTakesItsSampleAlong() throws {
        try report("SIGABRT", on: 99)
        try report("SIGABRT", on: 100)
        let group = try #require(try groups().first)
        try store.write { transaction throws(DomainError) in try transaction.remove(group) }
        #expect(try groups().isEmpty && crashes().map(\.occurredAt) == [Self.moment(99)])
        #expect(try store.findings().isEmpty)
    }

    /// A sample goes with its day, also where others are counted still that found no room.
    @Test func aGroupMayOutliveItsSample() throws {
        try report("SIGABRT", on: 97)
        let last = TelemetryPlace(99, DomainLimits.crashesPerDayMax)
        var crash = try crash("SIGSEGV", on: 99)
        crash.signature = CrashSignature(rawValue: 7)
        try store.write { [crash] transaction throws(DomainError) in
            try transaction.put(Keyed(key: last, record: crash), in: Schema.crashes)
        }
        try report("SIGABRT", on: 99)
        _ = try store.write { transaction throws(DomainError) in
            try transaction.clearTelemetry(before: 98, recordCountMax: 100)
        }
        let group = try #require(try groups().first)
        #expect(try group.count == 2 && sample(of: group) == nil)
        // The next one that is kept is its sample.
        try report("SIGABRT", on: 100)
        #expect(try sample(of: #require(groups().first))?.occurredAt == Self.moment(100))
        #expect(try store.findings().isEmpty)
    }

    @Test func aDamagedGroupIsBegunAnewOrDeletedWithWhatIsOld() throws {
        for type in ["SIGABRT", "SIGSEGV"] { try report(type) }
        let other = (0 as UInt64).storedKey
        for key in try groups().map(\.key.storedKey) + [other] {
            try store.write { transaction throws(DomainError) in
                try transaction.put([0xFF], for: key, in: Schema.crashGroups.id)
            }
        }
        #expect(try groups().isEmpty)
        try report("SIGABRT", on: 101)
        let group = try #require(try groups().first)
        #expect(try group.count == 1 && sample(of: group) != nil)
        #expect(
            try store.read { view throws(DomainError) in try view.hasTelemetry(before: 50) }
        )
        let isMore = try store.write { transaction throws(DomainError) in
            try transaction.clearTelemetry(before: 50, recordCountMax: 100)
        }
        #expect(try !isMore && counts()[2] == 1 && groups().count == 1)
        #expect(try store.findings().isEmpty)
    }

    @Test func aGroupWhoseSampleIsDamagedHasNone() throws {
        try report("SIGABRT")
        let group = try #require(try groups().first)
        let place = try #require(group.sample).storedKey
        try store.write { transaction throws(DomainError) in
            try transaction.put([0xFF], for: place, in: Schema.crashes.id)
        }
        #expect(try sample(of: group) == nil)
    }

    @Test func whatIsBeyondItsLimitsIsFound() throws {
        let long = String(repeating: "a", count: 65)
        let crash = try crash("SIGABRT", on: 0)
        let source = try TelemetrySource(appVersion: "", platform: "")
        let good = LoggedEvent(stored: "a", at: Self.moment(1), [:])
        let event = KeptEvent(good, of: source, installation: [])
        let events: [(inout KeptEvent) -> Void] = [
            { $0.event.name = "A" }, { $0.event.occurredAt = Self.moment(2) },
            { $0.appVersion = long }, { $0.platform = "a\nb" }, { $0.installation = [1] },
        ]
        let crashes: [(inout Crash) -> Void] = [
            { $0.exceptionType = "" }, { $0.appVersion = long }, { $0.platform = long },
            { $0.occurredAt = Self.moment(1) },
        ]
        let groups: [(inout CrashGroup) -> Void] = [
            { $0.exceptionType = " " }, { $0.appVersions = [""] }, { $0.appVersions = [long] },
            { $0.appVersions = (0...20).map { "\($0)" } },
        ]
        func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
            var value = value
            change(&value)
            return value
        }
        let eventRows = ([{ _ in }] + events).enumerated().map { number, change in
            Keyed(key: TelemetryPlace(1, UInt64(number)), record: changed(event, change))
        }
        let crashRows = ([{ _ in }] + crashes).enumerated().map { number, change in
            Keyed(key: TelemetryPlace(0, UInt64(number)), record: changed(crash, change))
        }
        let groupRows = ([{ _ in }] + groups).enumerated().map { number, change in
            changed(changed(CrashGroup(crash), change)) { $0.key = UInt64(number) }
        }
        try store.write { transaction throws(DomainError) in
            for row in eventRows { try transaction.put(row, in: Schema.events) }
            for row in crashRows { try transaction.put(row, in: Schema.crashes) }
            for row in groupRows { try transaction.put(row, in: Schema.crashGroups) }
        }
        let problems = try store.findings().map { "\($0.table): \($0.problem)" }
        let expected = [
            ("telemetry_events", events.count), ("crashes", crashes.count),
            ("crash_groups", groups.count),
        ]
        for (table, count) in expected {
            let problem = "\(table): a field is beyond its limits"
            #expect(problems.filter { $0 == problem }.count == count, "\(table)")
        }
        #expect(problems.count == events.count + crashes.count + groups.count)
    }

    /// What is stored is read by later versions, so that no number of a field may be another.
    @Test func recordsKeepTheirForm() throws {
        let source = try TelemetrySource(appVersion: "1", platform: "t")
        let event = LoggedEvent(stored: "a", at: Self.moment(1), ["k": "v"])
        let kept = KeptEvent(event, of: source, installation: [7])
        var crash = try crash("A", version: "1")
        crash.signature = CrashSignature(rawValue: 9)
        var group = CrashGroup(crash)
        group.sample = TelemetryPlace(100, 3)
        func hex(_ bytes: [UInt8]) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        #expect(hex(kept.encoded()) == "0a100a01611080b899291a060a016b1201761201311a0174220107")
        #expect(
            hex(crash.encoded()) == "08091201411a06726561736f6e22066672616d650a2a0131"
                + "3204746573743880e0ef9720"
        )
        #expect(hex(group.encoded()) == "0a014110011880e0ef97202080e0ef97202a0131320408641003")
    }

    @Test func propertiesAreReadFromTheLinesThatADumpHas() {
        var event = LoggedEvent(stored: "", at: .epoch, [:])
        #expect(event.propertyLines == "")
        for lines in ["a=1", "a=\nb=x=y", "a= \"둘\" \\", "a=\u{338}\nb=\u{301}x"] {
            event.propertyLines = lines
            #expect(event.propertyLines == lines)
        }
        #expect(event.properties == ["a": "\u{338}", "b": "\u{301}x"])
        event.propertyLines = "b=2\na=1"
        #expect(event.properties == ["a": "1", "b": "2"] && event.propertyLines == "a=1\nb=2")
        event.propertyLines = "no equals sign"
        #expect(event.propertyLines == "no equals sign=")
    }
}
