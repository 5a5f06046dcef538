import Domain
import RuleTestSupport
import Testing
import AccountRules

/// What becomes of the pair of tokens that was spent last.
@Suite struct RotationTests {
    @Test func aLateConfirmationLeavesTheNextRotationAlone() async throws {
        let (reply, retry) = try await UseCaseStore().write { store, context throws(DomainError) in
            func refresh(
                _ grant: SessionGrant
            ) throws(DomainError) -> RefreshSession.Outcome {
                try RefreshSession(token: grant.refresh).run(in: store, context)
            }
            let first = try CreateGuest().run(in: store, context)
            guard case .granted(let second) = try refresh(first) else {
                throw .refused(.notAuthenticated)
            }
            // A call with the second pair is on its way while that is spent in turn.
            let seen = try Authenticate(token: second.access).run(in: store, context)
            let reply = try refresh(second)
            try seen.confirmation?.run(in: store)
            return (reply, try refresh(second))
        }
        #expect(retry == reply)
    }
}
