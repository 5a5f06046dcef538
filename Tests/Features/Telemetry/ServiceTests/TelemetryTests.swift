import Domain
import Metrics
import NoteletAPI
import NoteletService
import ProtobufCoding
import Storage
import TTRPC
import Testing

@testable import Serving

/// Telemetry as applications tell it: whatever becomes of it, they are told no failure.
@Suite struct TelemetryTests {
    private let service: TestService

    init() throws {
        service = try TestService()
    }

    private func event(
        _ name: String,
        _ seconds: Int64 = 0,
        in service: TestService? = nil
    ) -> TelemetryEvent {
        let moment = (service ?? self.service).clock.now().adding(seconds: seconds)
        return TelemetryEvent(name: name, occurredAt: Timestamp(moment))
    }

    private func log(
        _ events: [TelemetryEvent],
        at service: TestService? = nil,
        as caller: Caller = .nobody,
        key: String? = nil
    ) async throws -> [UInt32] {
        let request = LogEventsRequest(events: events, appVersion: "1.0", platform: "test")
        let response = try await (service ?? self.service)
            .call(TelemetryAPI.logEvents, request, as: caller, key: key)
        return [response.accepted, response.dropped]
    }

    private func crash(
        _ type: String,
        _ seconds: Int64 = 0,
        in service: TestService? = nil
    ) -> ReportCrashRequest {
        let moment = (service ?? self.service).clock.now().adding(seconds: seconds)
        return ReportCrashRequest(exceptionType: type, occurredAt: Timestamp(moment))
    }

    /// What was counted: events and crashes that are kept, and what was dropped by its reason.
    private func counts(of service: TestService? = nil) -> [String: Double] {
        let names = ["notelet_telemetry_kept_total", "notelet_telemetry_dropped_total"]
        let metrics = (service ?? self.service).running.metrics
        var counts: [String: Double] = [:]
        for metric in metrics where names.contains(metric.family.name) {
            for sample in metric.samples() {
                guard case .count(let count) = sample.value, count > 0 else { continue }
                counts["\(sample.labels.map(\.value).joined())"] = Double(count)
            }
        }
        return counts
    }

    @Test func anybodyTellsAndTheTokenIsNotLookedAt() async throws {
        let anna = try await service.person("anna")
        for caller in [.nobody, .visitor, anna.caller, Caller(token: "garbage")] {
            #expect(try await log([event("started")], as: caller) == [1, 0])
            let request = crash("SIGABRT")
            let response = try await service.call(TelemetryAPI.reportCrash, request, as: caller)
            #expect(response.accepted)
        }
        #expect(counts() == ["event": 4, "crash": 4])
    }

    @Test func whatCannotBeKeptIsDroppedAndCountedAndTheRestIsKept() async throws {
        var events = [event("a"), event("NO"), event("old", -31 * 86_400), event("b")]
        events += [event("new", 86_401), TelemetryEvent(name: "never")]
        #expect(try await log(events) == [2, 4])
        #expect(counts() == ["event": 2, "invalid": 2, "too_old": 1, "too_new": 1])
        #expect(try await log([event("NO")]) == [0, 1])
        for (seconds, isKept) in [(-30 * 86_400, true), (86_400, true), (86_401, false)] {
            let request = crash("SIGABRT", Int64(seconds))
            let response = try await service.call(TelemetryAPI.reportCrash, request, as: .nobody)
            #expect(response.accepted == isKept, "\(seconds)")
        }
        #expect(counts()["too_new"] == 2 && counts()["crash"] == 2)
    }

    @Test func aRequestThatIsNoneIsRefused() async throws {
        let before = try service.contents()
        let many = (0..<101).map { _ in event("a") }
        for events in [[], many] {
            let request = LogEventsRequest(events: events)
            let reason = try await service.reason(TelemetryAPI.logEvents, request, as: .nobody)
            #expect(reason == .invalidValue)
        }
        let long = LogEventsRequest(events: [event("a")], appVersion: "1\n0")
        #expect(
            try await service.reason(TelemetryAPI.logEvents, long, as: .nobody) == .invalidValue
        )
        let request = ReportCrashRequest(exceptionType: "SIGABRT")
        #expect(
            try await service.reason(TelemetryAPI.reportCrash, request, as: .nobody)
                == .invalidValue
        )
        #expect(try service.contents() == before && counts().isEmpty)
    }

    @Test func aRetryIsKeptAndCountedOnce() async throws {
        let events = [event("a"), event("NO")]
        for _ in 0..<3 { #expect(try await log(events, key: "k") == [1, 1]) }
        #expect(counts() == ["event": 1, "invalid": 1])
    }

    @Test func anAddressThatTellsTooMuchIsDroppedWithoutAFailure() async throws {
        let limited = try TestService(limits: ServiceLimits())
        func tell(_ address: UInt32) async throws -> [UInt32] {
            try await log([event("a", in: limited)], at: limited, as: .nobody.at(address))
        }
        for _ in 0..<60 { #expect(try await tell(1) == [1, 0]) }
        #expect(try await tell(1) == [0, 1])
        let request = crash("SIGABRT", in: limited)
        let caller = Caller.nobody.at(1)
        let response = try await limited.call(TelemetryAPI.reportCrash, request, as: caller)
        #expect(!response.accepted)
        #expect(try await tell(2) == [1, 0])
        limited.clock.advance(seconds: 1)
        #expect(try await tell(1) == [1, 0])
        #expect(counts(of: limited) == ["event": 62, "quota": 2])
    }

    @Test func anAddressFillsATenthOfADayHoweverManyEventsACallHas() async throws {
        let limited = try TestService(limits: ServiceLimits())
        let events = (0..<100).map { _ in event("a", in: limited) }
        func tell(_ count: Int, _ address: UInt32 = 1) async throws -> [UInt32] {
            limited.clock.advance(seconds: 1)
            return try await log(
                Array(events.prefix(count)),
                at: limited,
                as: .nobody.at(address)
            )
        }
        for _ in 0..<100 { #expect(try await tell(100) == [100, 0]) }
        // In a hundred seconds eleven came back.
        #expect(try await tell(100) == [0, 100])
        #expect(try await tell(11) == [11, 0])
        #expect(try await tell(1) == [0, 1])
        #expect(try await tell(100, 2) == [100, 0])
        let request = crash("SIGABRT", in: limited)
        for number in 1...101 {
            limited.clock.advance(seconds: 1)
            let caller = Caller.nobody.at(1)
            let response = try await limited.call(TelemetryAPI.reportCrash, request, as: caller)
            #expect(response.accepted == (number <= 100), "\(number)")
        }
        #expect(counts(of: limited) == ["event": 10_111, "crash": 100, "quota": 102])
    }

    @Test func aStoreThatIsFullDropsWithoutAFailure() async throws {
        let disk = FillingDisk()
        let full = try TestService(disk: disk)
        try await disk.fill(under: full.store)
        #expect(try await log([event("a", in: full)], at: full, key: "k") == [0, 1])
        let request = crash("SIGABRT", in: full)
        let response = try await full.call(TelemetryAPI.reportCrash, request, as: .nobody)
        #expect(!response.accepted)
        #expect(counts(of: full) == ["full": 2])
        try await disk.empty(under: full.store)
        #expect(try await log([event("a", in: full)], at: full) == [1, 0])
    }

    /// What is dropped is gone: nobody may be told so who could still send it.
    @Test func aStoreThatTakesNothingAtThisMomentHasTheCallerComeAgain() async throws {
        let closed = try TestService()
        closed.store.close()
        let events = LogEventsRequest(events: [event("a", in: closed)])
        #expect(try await closed.reason(TelemetryAPI.logEvents, events, as: .nobody) == .busy)
        let crash = crash("SIGABRT", in: closed)
        #expect(try await closed.reason(TelemetryAPI.reportCrash, crash, as: .nobody) == .busy)
        #expect(counts(of: closed).isEmpty)
    }

    @Test func whatIsOldEnoughIsDeletedByAndBy() async throws {
        #expect(try await log([event("a"), event("b", -29 * 86_400)]) == [2, 0])
        let desk = try TelemetryDesk(of: service)
        service.clock.advance(seconds: 3 * 86_400)
        await clear()
        #expect(try await desk.events().map(\.name) == ["a"])
        service.clock.advance(seconds: 40 * 86_400)
        await clear()
        #expect(try await desk.events().isEmpty)
    }

    /// Has the work of the feature done until nothing is left of it.
    private func clear() async {
        let jobs = Housekeeping(service.running).jobs
        guard let job = jobs.first(where: { $0.name == "telemetry-clearing" }) else { return }
        while await job.piece() == .moreWaiting {}
    }

    @Test func aFeatureThatIsOffIsRefusedToAll() async throws {
        #expect(!OfferedFeatures(byDefaultOf: .all).names.contains("telemetry"))
        let running = try RunningService(offering: OfferedFeatures(byDefaultOf: .all))
        let client = try await running.connect()
        for method in TelemetryAPI.descriptor.methods {
            let name = TTRPC.MethodDescriptor(service: method.service, method: method.name)
            let error = await #expect(throws: RPCError.self) {
                _ = try await client.call(name, payload: [])
            }
            let refusal = try NoteletAPI.Refusal(of: try #require(error).status)
            #expect(refusal.reason == .featureOff && refusal.fields == ["feature": "telemetry"])
        }
        client.close()
    }
}
