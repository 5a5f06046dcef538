internal import Dispatch
internal import Domain
internal import Locking

/// Gathers the news of commits, so that the observer hears of many at once.
///
/// The engine tells all changes of a commit of it before it tells the first of them its end; so the
/// first end has all the news of the commit. What ends rights is told then, before anybody hears of
/// the end. That feeds grew is told a pause after all ends, on a thread of its own: replies wait
/// for nobody who watches, and are long on their way when the first page for a watch is made. Nor
/// does the next call of the same client meet that work where it could be looked for, since how
/// long the pause lasts is left to chance.
package final class Newsroom: Sendable {
    private let state = Mutex(State())
    /// Whether there is any of either kind; asked at each end, most of which find that there is
    /// none.
    private let haveRightsChanged = Atomic(false)
    private let hasGrowth = Atomic(false)
    /// Whether operators watch; asked by each write that would be an event.
    private let isWatched = Atomic(false)
    /// Where it is told that feeds grew, one round after the other.
    private let herald = DispatchQueue(label: "notelet.news")
    /// Entered by each commit of which it has not been told yet that feeds grew.
    private let untold = DispatchGroup()
    private let pause: ClosedRange<Int>

    private struct State {
        var changedRights = CommitNews()
        /// What grew by a commit whose ends are being told.
        var growth = CommitNews()
        /// What grew by commits whose ends were told; the round under way will tell of it.
        var due = CommitNews()
        var dueCommitCount = 0
        var observer: (@Sendable (CommitNews) -> Void)?
    }

    /// Microseconds of the pause: at least what a reply needs to leave a busy server, at most what
    /// nobody who reads notes will notice.
    static let defaultPause = 2_000...6_000

    /// Opens a newsroom that tells nobody yet.
    init(pauseMicroseconds: ClosedRange<Int> = defaultPause) {
        pause = pauseMicroseconds
    }

    /// Replaces the observer.
    package func observe(_ observer: @escaping @Sendable (CommitNews) -> Void) {
        state.withLock { $0.observer = observer }
    }

    /// Tells nobody any more: who hears news may well own the store that has them.
    package func dismissObserver() {
        // Let go when the lock is free: much may end with it.
        let observer = state.withLock { state in
            defer { state.observer = nil }
            return state.observer
        }
        withExtendedLifetime(observer) {}
    }

    /// Whether transactions tell events.
    package var wantsEvents: Bool {
        get { isWatched.load(ordering: .relaxed) }
        set { isWatched.store(newValue, ordering: .relaxed) }
    }

    /// Adds what a transaction has to tell.
    package func add(_ news: TransactionNews) {
        if news.isEmpty { return }
        let (haveRightsChanged, hasGrowth, growsFirst) = state.withLock { state in
            let isFirst = state.growth.isEmpty
            let haveRightsChanged = news.appendChangedRights(to: &state.changedRights)
            let hasGrowth = news.appendGrowth(to: &state.growth)
            return (haveRightsChanged, hasGrowth, hasGrowth && isFirst)
        }
        if haveRightsChanged { self.haveRightsChanged.store(true, ordering: .releasing) }
        if growsFirst { untold.enter() }
        if hasGrowth { self.hasGrowth.store(true, ordering: .releasing) }
    }

    /// Tells the observer, before this returns, which rights changed.
    package func publishChangedRights() {
        guard haveRightsChanged.load(ordering: .acquiring) else { return }
        let (news, observer) = state.withLock { state in
            defer { state.changedRights = CommitNews() }
            haveRightsChanged.store(false, ordering: .relaxed)
            return (state.changedRights, state.observer)
        }
        if !news.isEmpty { observer?(news) }
    }

    /// Has the observer told what grew, after a pause; nobody waits for that.
    package func publishGrowth() {
        guard hasGrowth.load(ordering: .acquiring) else { return }
        let isFirst = state.withLock { state in
            hasGrowth.store(false, ordering: .relaxed)
            if state.growth.isEmpty { return false }
            state.due.append(state.growth)
            state.growth = CommitNews()
            state.dueCommitCount += 1
            return state.dueCommitCount == 1
        }
        if isFirst { beginRound() }
    }

    private func beginRound() {
        let pause = Int.random(in: pause)
        herald.asyncAfter(deadline: .now() + .microseconds(pause)) { [self] in
            let (news, commitCount, observer) = state.withLock { state in
                defer {
                    state.due = CommitNews()
                    state.dueCommitCount = 0
                }
                return (state.due, state.dueCommitCount, state.observer)
            }
            observer?(news)
            for _ in 0..<commitCount { untold.leave() }
        }
    }

    /// Waits until the observer has heard of all commits whose changes were told their end.
    package func awaitTold() {
        untold.wait()
    }
}
