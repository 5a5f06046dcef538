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
        let crash = Crash(
            stored: type,
            reason: "reason",
            stack: "frame\n",
            appVersion: version,
            platform: "test",
            occurredAt: Self.moment(day)
        )
        let isCounted = try store.write { transaction throws(DomainError) in
            try transaction.report(crash)
        }
        #expect(isCounted)
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
            _ = try view.visitCrashes(of: day, before: nil, limit: 100) { _, crash in
                crashes.append(crash)
                return .next
            }
            return crashes
        }
    }

    private func groups() throws -> [CrashGroup] {
        try store.read { view throws(DomainError) in try view.crashGroups() }
    }

    private func counts() throws -> [Int] {
        let tables = [
            Schema.events.id, Schema.crashes.id, Schema.crashGroups.id, Schema.crashSamples.id,
        ]
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
            let sample = try store.read { view throws(DomainError) in
                try view.sample(of: groups[0].signature)
            }
            #expect(sample?.appVersion == "1.1" && sample?.stack == "frame\n")
        }
        #expect(try crashes().map(\.exceptionType) == ["SIGABRT", "SIGABRT", "SIGSEGV"])
        #expect(try crashes(of: 98).map(\.exceptionType) == ["SIGSEGV"])
        #expect(try store.findings().isEmpty)
    }

    @Test func aSignatureIsTheSameInEachStore() throws {
        let other = try TestStore()
        let signatures = try [store, other].map { store in
            try store.read { view in view.signature(of: "SIGABRT\nmain") }
        }
        #expect(signatures[0] == signatures[1])
        let another = try store.read { view in view.signature(of: "SIGABRT\nmain2") }
        #expect(another != signatures[0])
    }

    @Test func aDayHasRoomForSoMuchAndNoMore() throws {
        try log(["a"])
        let last = DomainLimits.eventsPerDayMax - 1
        let place = TelemetryPlace(100, last)
        try store.write { transaction throws(DomainError) in
            let row = EventRecord(key: place, name: "x", occurredAt: Self.moment(100))
            try transaction.put(row, in: Schema.events)
            let crash = CrashRecord(exceptionType: "x", occurredAt: Self.moment(100))
            let number = DomainLimits.crashesPerDayMax
            let crashPlace = TelemetryPlace(100, number)
            try transaction.put(Keyed(key: crashPlace, record: crash), in: Schema.crashes)
        }
        try store.reopen()
        #expect(try log(["b", "c", "d"]) == 1)
        #expect(try log(["e"], on: 101) == 1)
        #expect(try events(of: 100).map(\.event.name).prefix(1) == ["b"])
        // A crash that finds no room is counted in its group.
        try report("SIGABRT")
        #expect(try crashes().count == 1 && groups().map(\.count) == [1])
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
        if recordCountMax > 1 {
            #expect(try counts() == [1, 1, 1, 1] && !hasOld())
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

    @Test func whatIsBeyondItsLimitsOrLacksSomethingIsFound() throws {
        try store.write { transaction throws(DomainError) in
            let event = EventRecord(key: TelemetryPlace(1, 1), name: "A")
            try transaction.put(event, in: Schema.events)
            let other = EventRecord(key: TelemetryPlace(2, 1), name: "a")
            try transaction.put(other, in: Schema.events)
            let crash = CrashRecord(exceptionType: "")
            try transaction.put(Keyed(key: TelemetryPlace(0, 1), record: crash), in: Schema.crashes)
            let sample = CrashRecord(exceptionType: "a")
            try transaction.put(Keyed(key: 7, record: sample), in: Schema.crashSamples)
            let group = CrashGroupRecord(key: 8, count: 1)
            try transaction.put(group, in: Schema.crashGroups)
        }
        let problems = try store.findings().map { "\($0.table): \($0.problem)" }.sorted()
        #expect(
            problems == [
                "crash_groups: its sample is not there", "crash_samples: its group is not there",
                "crashes: a field is beyond its limits",
                "telemetry_events: a field is beyond its limits",
                "telemetry_events: a field is beyond its limits",
            ]
        )
    }

    @Test func propertiesAreReadFromTheLinesThatADumpHas() {
        var row = EventRecord()
        #expect(row.propertyLines == "")
        for lines in ["a=1", "a=\nb=x=y", "a= \"둘\" \\"] {
            row.propertyLines = lines
            #expect(row.propertyLines == lines)
        }
        row.propertyLines = "b=2\na=1"
        #expect(row.properties == ["a": "1", "b": "2"] && row.propertyLines == "a=1\nb=2")
        row.propertyLines = "no equals sign"
        #expect(row.propertyLines == "no equals sign=")
    }
}
