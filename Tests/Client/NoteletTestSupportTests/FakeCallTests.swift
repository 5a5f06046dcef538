import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

@Suite("Fakes")
struct FakeCallTests {
    @Test("A method without a handler ends the test")
    func unsetHandlersEndTests() async {
        await #expect(processExitsWith: .failure) {
            _ = try? await MockContactRepository().fetchContacts(forUserId: UUID())
        }
    }

    @Test("Calls are recorded in their order, failed ones too")
    func callsAreRecorded() async throws {
        let call = FakeCall<Int, Int>("double") { $0 * 2 }
        #expect(!call.wasCalled)
        #expect(try await call(1) == 2)
        call.handler = { _ in throw AppError.network(.timeout) }
        await #expect(throws: AppError.network(.timeout)) { try await call(2) }
        #expect(call.arguments == [1, 2] && call.count == 2)
    }

    @Test("A clock shows what it is told to")
    func clocksAreMoved() {
        let clock = FakeClock(Date(timeIntervalSince1970: 0))
        let client = clock.dateClient
        clock.advance(by: 90)
        clock.advance(by: -30)
        #expect(client.now() == Date(timeIntervalSince1970: 60))
        #expect(DateClient.fixed(clock.now).now() == clock.now)
    }
}
