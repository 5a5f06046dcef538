import Domain
import NoteletAPI
import Testing

@testable import Serving
import Storage

@Suite struct CursorTests {
    @Test func aCursorOfAnotherLifeOfTheStoreIsRefused() async throws {
        let service = try TestService()
        let alice = try await service.person("alice")
        let user = try service.number(of: alice)
        let life = service.store.life
        for (life, reason) in [(life, nil), (life &+ 1, RefusalReason.invalidCursor)] {
            let cursors = SealedCursors(keys: TestService.keys, life: life)
            let request = PullRequest(cursor: cursors.seal(.start, in: .changes, of: user))
            #expect(try await service.reason(SyncAPI.pull, request, as: alice.caller) == reason)
        }
    }
}
