import Domain
import NoteletAPI
import ProtobufCoding
import Storage
import TelemetryRules
import TelemetryStorage
import Testing

@testable import Records
@testable import Serving

/// How operators page through signatures.
@Suite struct CrashGroupPageTests {
    private typealias API = TelemetryAdministrationAPI
    private let service: TestService
    private let desk: TelemetryDesk

    init() throws {
        service = try TestService()
        desk = try TelemetryDesk(of: service)
    }

    /// Groups of as many signatures, each with as long a type and as many and as long versions as
    /// it can have.
    private func fill(groupCount: Int) async throws {
        let now = service.clock.now()
        try await service.store.write(.ordinary) { store throws(DomainError) in
            for number in 0..<groupCount {
                let moment = now.adding(seconds: Int64(-60 * (number % 7)))
                var crashes: [Crash] = []
                for version in 10..<30 {
                    let line = String(repeating: "😀", count: 62) + "\(version)"
                    let crash = try Crash(
                        String(repeating: "😀", count: 200),
                        reason: "",
                        stack: "",
                        of: TelemetrySource(appVersion: line, platform: ""),
                        at: moment,
                        sign: { _ in CrashSignature(rawValue: UInt64(number)) }
                    )
                    crashes.append(crash)
                }
                var group = TelemetryRules.CrashGroup(crashes[0])
                for crash in crashes.dropFirst() { group.add(crash) }
                try store.put(group)
            }
        }
    }

    @Test func thoseThatWereSeenLastAreFirstAndAPageOfLargeOnesEndsEarly() async throws {
        try await fill(groupCount: 400)
        for (pageSize, sizes) in [(500, [178, 178, 44]), (150, [150, 150, 100])] {
            var request = ListCrashGroupsRequest(pageSize: Int32(pageSize))
            var (signatures, moments, shown) = ([String](), [Int64](), [Int]())
            repeat {
                let page = try await desk.call(API.listCrashGroups, request)
                signatures += page.groups.map(\.signature)
                moments += page.groups.compactMap { $0.lastSeen?.seconds }
                shown.append(page.groups.count)
                request.cursor = page.nextCursor
            } while !request.cursor.isEmpty
            #expect(shown == sizes)
            #expect(Set(signatures).count == 400 && moments == moments.sorted(by: >))
        }
        let wrong = ListCrashGroupsRequest(cursor: [1])
        #expect(try await desk.reason(API.listCrashGroups, wrong) == .invalidCursor)
    }
}
