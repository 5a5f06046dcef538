import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

/// What a screen with members does, on the repositories' fakes.
@MainActor
@Suite("A list of members", .timeLimit(.minutes(1)))
struct MemberListTests {
    private let repository = MockMemberRepository()
    private let analytics = MockAnalyticsRepository()
    private let sut: MemberListViewModel

    init() throws {
        sut = MemberListViewModel(
            collection: "team",
            getMembersUseCase: GetMembersUseCase(
                memberRepository: repository,
                analyticsRepository: analytics
            ),
            timeZone: try #require(TimeZone(identifier: "UTC"))
        )
    }

    @Test func test_initialState_isNotLoading() {
        #expect(!sut.uiState.isLoading)
        #expect(sut.uiState.items.isEmpty)
        #expect(sut.uiState.error == nil)
        #expect(sut.uiState.phase == .idle)
    }

    @Test func test_loadUsers_setsLoadingState() async {
        repository.fetchMembersCalls.handler = { _ in [.stub()] }
        let load = sut.loadMembers()
        #expect(sut.uiState.isLoading && sut.uiState.phase == .loading)
        await load.value
        #expect(!sut.uiState.isLoading)
    }

    @Test func test_loadUsers_success_updatesUsers() async {
        repository.fetchMembersCalls.handler = { _ in [.alice, .bob] }
        await sut.loadMembers().value
        #expect(!sut.uiState.isLoading && sut.uiState.phase == .content)
        #expect(sut.uiState.items.map(\.displayName) == ["Alice", "Bob"])
        #expect(sut.uiState.items.map(\.formattedJoinDate) == ["2024/01/01", "2024/02/15"])
        #expect(repository.fetchMembersCalls.arguments == ["team"])
        #expect(analytics.loggedUserListViewedCount == 2)
    }

    @Test func test_loadUsers_failure_setsError() async {
        repository.fetchMembersCalls.handler = { _ in throw AppError.network(.noConnection) }
        await sut.loadMembers().value
        #expect(!sut.uiState.isLoading)
        #expect(sut.uiState.phase == .error(AppError.network(.noConnection)))
        #expect(sut.uiState.error?.action == .retry)
        repository.fetchMembersCalls.handler = { _ in [.alice] }
        sut.onRetryTap()
        await sut.loadMembers().value
        #expect(sut.uiState.error == nil && sut.uiState.phase == .content)
    }

    @Test func test_onUserTap_setsNavigationEvent() async {
        let id = UUID()
        sut.onMemberTap(id)
        #expect(sut.navigationEvent == .detail(memberId: id))
        #expect(sut.uiState.selection == nil)
        repository.fetchMembersCalls.handler = { _ in [.alice] }
        await sut.loadMembers().value
        sut.onMemberTap(Member.alice.id)
        #expect(sut.navigationEvent == .detail(memberId: Member.alice.id))
        #expect(sut.uiState.selectedItem?.displayName == "Alice")
    }

    @Test func test_consumeNavigationEvent_clearsEvent() {
        sut.onMemberTap(UUID())
        sut.consumeNavigationEvent()
        #expect(sut.navigationEvent == nil)
    }

    @Test("The latest load wins over one that ends after it, and a load given up is no failure")
    func latestLoadWins() async {
        let isReleased = FakeStream(false)
        repository.fetchMembersCalls.handler = { _ in
            // A service that heeds no cancellation.
            await Task { for await isOver in isReleased.makeStream() where isOver { return } }.value
            return [.alice]
        }
        let first = sut.loadMembers()
        while repository.fetchMembersCalls.count == 0, !Task.isCancelled { await Task.yield() }
        repository.fetchMembersCalls.handler = { _ in [.bob] }
        await sut.loadMembers().value
        isReleased.value = true
        await first.value
        #expect(sut.uiState.items.map(\.displayName) == ["Bob"])
        repository.fetchMembersCalls.handler = { _ in throw CancellationError() }
        await sut.loadMembers().value
        #expect(sut.uiState.phase == .content && sut.uiState.error == nil)
    }

    @Test("What is observed is shown as it comes, also while a load is under way")
    func following() async {
        let (stream, news) = AsyncStream<[Member]>.makeStream()
        news.yield([.alice])
        news.yield([.alice, .bob])
        news.finish()
        await sut.follow(stream)
        #expect(sut.uiState.items.map(\.displayName) == ["Alice", "Bob"])
    }

    @Test("A day is that of a place, in the same form whatever the language")
    func days() throws {
        let seoul = try #require(TimeZone(identifier: "Asia/Seoul"))
        let utc = try #require(TimeZone(identifier: "UTC"))
        let member = Member.stub(joinedAt: FakeClock.start - 1)
        #expect(member.toUiModel(timeZone: utc).formattedJoinDate == "2023/12/31")
        #expect(member.toUiModel(timeZone: seoul).formattedJoinDate == "2024/01/01")
        let early = Member.stub(joinedAt: Date(timeIntervalSince1970: -62_000_000_000))
        #expect(early.toUiModel(timeZone: utc).formattedJoinDate.hasPrefix("0005/"))
    }
}

/// What a screen shows in each state of its list.
@Suite("Screens with members")
struct MemberScreenTests {
    private var state = MemberListUiState()
    private let alice = MemberUiModel(
        id: UUID(),
        displayName: "Alice",
        formattedJoinDate: "2024/01/01"
    )

    @Test mutating func test_loadingState() {
        _ = state.beginLoading()
        #expect(state.phase == .loading && state.items.isEmpty && state.error == nil)
    }

    @Test mutating func test_contentState() {
        let load = state.beginLoading()
        state.finish(load, with: [alice])
        #expect(state.phase == .content && state.items == [alice])
        state.replace(with: [])
        #expect(state.phase == .empty)
    }

    @Test mutating func test_errorState() {
        let load = state.beginLoading()
        state.fail(load, with: AppError.network(.unknown))
        #expect(state.phase == .error(AppError.network(.unknown)))
        let shown = state.error?.toUiError(in: .en)
        let wanted = UiError(message: "A communication error occurred", action: .retry)
        #expect(shown == wanted)
    }
}
