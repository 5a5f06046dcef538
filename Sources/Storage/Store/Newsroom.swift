internal import Domain
internal import Locking

/// Gathers the news of one commit, so that the observer hears of it once.
///
/// The engine tells all changes of a commit of it before it tells the first of them its end; so the
/// first end has all the news of the commit.
final class Newsroom: Sendable {
    private let state = Mutex(State())
    /// Whether there is any; asked at each end, most of which find that there is none.
    private let hasNews = Atomic(false)
    /// Whether operators watch; asked by each write that would be an event.
    private let isWatched = Atomic(false)

    private struct State {
        var news = CommitNews()
        var observer: (@Sendable (CommitNews) -> Void)?
    }

    /// Replaces the observer.
    func observe(_ observer: @escaping @Sendable (CommitNews) -> Void) {
        state.withLock { $0.observer = observer }
    }

    /// Tells nobody any more: who hears news may well own the store that has them.
    func dismissObserver() {
        // Let go when the lock is free: much may end with it.
        let observer = state.withLock { state in
            defer { state.observer = nil }
            return state.observer
        }
        withExtendedLifetime(observer) {}
    }

    /// Whether transactions tell events.
    var wantsEvents: Bool {
        get { isWatched.load(ordering: .relaxed) }
        set { isWatched.store(newValue, ordering: .relaxed) }
    }

    /// Adds what a transaction has to tell.
    func add(_ news: TransactionNews) {
        if news.isEmpty { return }
        state.withLock { news.append(to: &$0.news) }
        hasNews.store(true, ordering: .releasing)
    }

    /// Tells the observer what was gathered.
    func publish() {
        guard hasNews.load(ordering: .acquiring) else { return }
        let (news, observer) = state.withLock { state in
            defer { state.news = CommitNews() }
            hasNews.store(false, ordering: .relaxed)
            return (state.news, state.observer)
        }
        if !news.isEmpty { observer?(news) }
    }
}
