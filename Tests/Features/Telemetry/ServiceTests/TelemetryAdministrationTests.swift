import Domain
import NoteletAPI
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving

/// An operator who looks at telemetry, over a socket.
struct TelemetryDesk {
    private typealias API = TelemetryAdministrationAPI
    private let desk: AdminDesk

    init(of service: TestService) throws {
        desk = try AdminDesk(of: service)
    }

    func call<Request, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request
    ) async throws -> Response {
        let client = try await Client.connect(to: desk.address)
        defer { client.close() }
        let name = TTRPC.MethodDescriptor(service: method.service, method: method.name)
        return try await client.call(name, request)
    }

    func reason<Request, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request
    ) async throws -> RefusalReason? {
        let error = await #expect(throws: RPCError.self) { _ = try await call(method, request) }
        return try NoteletAPI.Refusal(of: try #require(error).status).reason
    }

    /// Events page by page.
    func events(
        of day: UInt32? = nil,
        named name: String = "",
        pageSize: Int32 = 2
    ) async throws -> [KeptEvent] {
        var request = ListEventsRequest(day: day, name: name, pageSize: pageSize)
        var events: [KeptEvent] = []
        repeat {
            let page = try await call(API.listEvents, request)
            #expect(page.events.count <= Int(pageSize))
            events += page.events
            request.cursor = page.nextCursor
        } while !request.cursor.isEmpty
        return events
    }
}

/// What operators see of telemetry.
@Suite struct TelemetryAdministrationTests {
    private typealias API = TelemetryAdministrationAPI
    private let service: TestService
    private let desk: TelemetryDesk
    private let today: UInt32

    init() throws {
        service = try TestService()
        desk = try TelemetryDesk(of: service)
        today = service.clock.now().dayNumber
    }

    private func log(
        _ names: [String],
        _ seconds: Int64 = 0,
        installation: String = ""
    ) async throws {
        let moment = Timestamp(service.clock.now().adding(seconds: seconds))
        let request = LogEventsRequest(
            events: names.map { name in
                TelemetryEvent(name: name, occurredAt: moment, properties: ["count": "40"])
            },
            appVersion: "1.0",
            platform: "test",
            installation: installation
        )
        try await service.call(TelemetryAPI.logEvents, request, as: .nobody)
    }

    @Test func eventsComePageByPageAndByDayAndName() async throws {
        try await log(["a", "b", "a", "b", "a"])
        try await log(["a", "c"], -86_400)
        #expect(try await desk.events().map(\.name) == ["a", "b", "a", "b", "a", "c", "a"])
        #expect(try await desk.events(named: "a").count == 4)
        #expect(try await desk.events(of: today, named: "b").count == 2)
        #expect(try await desk.events(of: today - 1, pageSize: 1).map(\.name) == ["c", "a"])
        #expect(try await desk.events(of: today - 2).isEmpty)
        let event = try #require(try await desk.events().first)
        #expect(event.properties == ["count": "40"] && event.appVersion == "1.0")
        #expect((event.occurredAt?.seconds ?? 1) % 60 == 0 && event.installation.isEmpty)
        for cursor: [UInt8] in [[1], [UInt8](repeating: 0, count: 17)] {
            let reason = try await desk.reason(API.listEvents, ListEventsRequest(cursor: cursor))
            #expect(reason == .invalidCursor)
        }
        let large = ListEventsRequest(pageSize: 501)
        #expect(try await desk.reason(API.listEvents, large) == .invalidValue)
    }

    @Test func aSummaryCountsEventsAndInstallationsOfADay() async throws {
        for (names, installation) in [(["a", "b", "a"], "one"), (["a"], "two"), (["c"], "")] {
            try await log(names, installation: installation)
        }
        try await log(["a"], -86_400, installation: "one")
        let request = SummarizeEventsRequest(day: today)
        let counts = try await desk.call(API.summarizeEvents, request).counts
        #expect(counts.map(\.name) == ["a", "b", "c"])
        #expect(counts.map(\.count) == [3, 1, 1])
        #expect(counts.map(\.installationCount) == [2, 1, 0])
    }

    @Test func aSummaryThatNobodyWaitsForIsNotMade() async throws {
        try await log(["a"])
        let access = AdministrationAccess(userIDs: [1]) { _ in "root" }
        let method = API.summarizeEvents.summary
        let served = service.running.administration(for: access).first { $0.method == method }
        guard case .task(let summarize) = served?.handler else {
            Issue.record("It works in a task of its own.")
            return
        }
        let memory = AuthenticationMemory(ConnectionProof(userID: 1))
        let credentials = Caller(token: nil, connection: memory).credentials()
        let payload = encode(SummarizeEventsRequest(day: today))
        #expect((try? await summarize(credentials, payload).get()) != nil)
        let outcome = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await summarize(credentials, payload)
        }.value
        #expect(outcome == .failure(.storeUnavailable("nobody waits for the summary")))
    }

    @Test func crashesAreGroupedAndShownWithTheirSample() async throws {
        for (number, version) in ["1.0", "1.1"].enumerated() {
            let request = ReportCrashRequest(
                exceptionType: "SIGABRT",
                reason: "index \(number) out of range",
                stack: "\(number) Notes 0x\(number) reload() + \(number)",
                appVersion: version,
                platform: "test",
                occurredAt: Timestamp(service.clock.now())
            )
            try await service.call(TelemetryAPI.reportCrash, request, as: .nobody)
        }
        let groups = try await desk.call(API.listCrashGroups, ListCrashGroupsRequest()).groups
        let group = try #require(groups.first)
        #expect(groups.count == 1 && group.count == 2 && group.appVersions == ["1.0", "1.1"])
        #expect(group.signature.utf8.count == 16)
        let request = GetCrashGroupRequest(signature: group.signature)
        let shown = try await desk.call(API.getCrashGroup, request)
        #expect(shown.group == group && shown.sample?.reason == "index 1 out of range")
        let crashes = try await desk.call(API.listCrashes, ListCrashesRequest(pageSize: 1))
        #expect(crashes.crashes == [try #require(shown.sample)] && !crashes.nextCursor.isEmpty)
        let rest = ListCrashesRequest(cursor: crashes.nextCursor)
        #expect(try await desk.call(API.listCrashes, rest).crashes.map(\.appVersion) == ["1.0"])
        // A cursor of another day leads to nothing of that one.
        let (first, second) = (today, today - 1)
        for (day, place) in [(first, UInt64(first) - 5), (second, UInt64(first) + 5)] {
            let cursor = OpaqueID(high: place, low: 1).bytes
            let request = ListCrashesRequest(day: day, cursor: cursor)
            #expect(try await desk.call(API.listCrashes, request).crashes.isEmpty)
        }
        for signature in ["", "0000000000000000", group.signature.uppercased() + "x"] {
            let request = GetCrashGroupRequest(signature: signature)
            #expect(try await desk.reason(API.getCrashGroup, request) == .crashNotFound)
        }
    }

    @Test func aPageOfLargeCrashesEndsEarly() async throws {
        for number in 0..<40 {
            let request = ReportCrashRequest(
                exceptionType: "SIGABRT",
                stack: String(repeating: "x", count: 32_000),
                appVersion: "\(number)",
                occurredAt: Timestamp(service.clock.now())
            )
            try await service.call(TelemetryAPI.reportCrash, request, as: .nobody)
        }
        var request = ListCrashesRequest(pageSize: 500)
        let page = try await desk.call(API.listCrashes, request)
        #expect(page.crashes.count < 40 && !page.nextCursor.isEmpty)
        request.cursor = page.nextCursor
        #expect(
            try await desk.call(API.listCrashes, request).crashes.count + page.crashes.count == 40
        )
    }
}
