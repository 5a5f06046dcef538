import Domain
@testable import Records
import RuleTestSupport
import Testing

@Suite struct CommitNewsTests {
    private let user = UserNumber(7)

    @Test func newsOfTwoCommitsAreNewsOfBoth() {
        var news = CommitNews()
        #expect(news.isEmpty)
        var first = CommitNews()
        first.changedUsers = [user]
        first.hasErasure = true
        var second = CommitNews()
        second.changedUsers = [UserNumber(8)]
        second.endedSessions = [SessionKey(user: user, number: 1)]
        news.append(first)
        news.append(second)
        #expect(news.changedUsers == [user, UserNumber(8)])
        #expect(news.endedSessions == second.endedSessions)
        #expect(news.hasErasure && !news.isEmpty)
    }

    @Test func aWriteThatIsAwaitedThrowsWhatItsWorkThrows() async throws {
        let records = try UseCaseStore()
        let store = records.store
        #expect(try await store.write(.vital) { _ in 3 } == 3)
        await #expect(throws: DomainError.refused(.accountRequired)) {
            try await store.write(.vital) { _ throws(DomainError) -> Int in
                throw .refused(.accountRequired)
            }
        }
        withExtendedLifetime(records) {}
    }
}
