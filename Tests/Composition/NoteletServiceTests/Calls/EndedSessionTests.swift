import Records
import Dispatch
import Domain
import NoteletAPI
import TTRPC
import TestSupport
import Testing

@testable import Serving
import AccountRules
import AccountStorage

@Suite(.timeLimit(.minutes(2))) struct EndedSessionTests {
    /// The token is good when the call comes; the write then waits behind the deletion.
    @Test func whatWaitedForTheWriterWhileItsSessionEndedDoesNotHappen() async throws {
        let service = try TestService()
        let alice = try await service.person("alice")
        let guest = try await service.guest()
        let token = try #require(SessionToken(text: guest.session.accessToken))
        let session = try #require(
            try service.store.read { store throws(DomainError) in
                try store.session(at: token.locator)
            }
        )
        let gate = DispatchSemaphore(value: 0)
        service.store.write(.ordinary) { store throws(DomainError) in
            gate.passPatiently()
            let identity = Identity(session: session.key, kind: .guest)
            try DeleteAccount(identity: identity, checkedHash: nil).run(
                in: store,
                at: Instant(milliseconds: 0)
            )
        } completion: { _ in
        }
        let method = MessagesAPI.sendToLink.summary
        guard case .change(let send) = service.running.methods[method]?.handler else {
            throw Unexpected("SendToLink changes nothing")
        }
        let outcome = await withCheckedContinuation { continuation in
            let request = SendToLinkRequest(link: alice.link, content: "too late")
            let payload = encode(request)
            send(guest.caller.credentials(), payload.span.bytes) {
                continuation.resume(returning: $0)
            }
            gate.signal()
        }
        guard case .failure(let error) = outcome else {
            throw Unexpected("the note of a deleted guest was taken")
        }
        #expect(try NoteletAPI.Refusal(of: Status(error)).reason == .notAuthenticated)
        #expect(try await service.received(by: alice).isEmpty)
        #expect(try service.contents().allSatisfy { !$0.hasPrefix("sent ") })
    }
}
