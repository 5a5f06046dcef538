public import Foundation
public import Observation

/// What a screen with the members of a collection does, without the screen.
///
/// The latest load wins, and one that is let go of is no failure.
@MainActor
@Observable
public final class MemberListViewModel {
    /// What the screen shows.
    public private(set) var uiState = MemberListUiState()
    /// Where the screen is to go; nil once that is done.
    public private(set) var navigationEvent: MemberListNavigationEvent?

    @ObservationIgnored private let collection: String
    @ObservationIgnored private let getMembers: GetMembersUseCase
    @ObservationIgnored private let timeZone: TimeZone
    @ObservationIgnored private var loading: Task<Void, Never>?

    /// Has nothing yet.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection.
    ///   - getMembersUseCase: Reads the members.
    ///   - timeZone: Where days are counted; where the device is unless given.
    public init(
        collection: String,
        getMembersUseCase: GetMembersUseCase,
        timeZone: TimeZone = .current
    ) {
        self.collection = collection
        self.timeZone = timeZone
        getMembers = getMembersUseCase
    }

    deinit {
        loading?.cancel()
    }

    /// Loads the members; a load that is under way is given up.
    ///
    /// - Returns: What ends once the load is over, for who waits for it.
    @discardableResult
    public func loadMembers() -> Task<Void, Never> {
        loading?.cancel()
        let load = uiState.beginLoading()
        let task = Task { [weak self, getMembers, collection] in
            do {
                let members = try await getMembers.execute(collection: collection)
                guard let self else { return }
                uiState.finish(load, with: rows(of: members))
            } catch {
                self?.uiState.fail(load, with: error)
            }
        }
        loading = task
        return task
    }

    /// Shows members as they come, until the stream ends or the task is cancelled.
    ///
    /// - Parameter members: Such as `observeMembers(inCollection:)`.
    public func follow(_ members: AsyncStream<[Member]>) async {
        for await members in members { uiState.replace(with: rows(of: members)) }
    }

    /// Goes to a member.
    ///
    /// - Parameter id: Which one.
    public func onMemberTap(_ id: Member.ID) {
        uiState.select(id)
        navigationEvent = .detail(memberId: id)
    }

    /// Notes that the screen went where it was to go.
    public func consumeNavigationEvent() {
        navigationEvent = nil
    }

    /// Loads again what could not be loaded.
    public func onRetryTap() {
        loadMembers()
    }

    private func rows(of members: [Member]) -> [MemberUiModel] {
        members.map { $0.toUiModel(timeZone: timeZone) }
    }
}

/// What a screen with members shows.
public typealias MemberListUiState = ListState<MemberUiModel>

/// Where a screen with members goes.
public enum MemberListNavigationEvent: Hashable, Sendable {
    /// To one of them.
    case detail(memberId: Member.ID)
}
