package import Domain
internal import Locking

/// The records of the service: an engine, and the keys that make its bytes mean something.
package final class RecordStore: Store {
    let engine: StorageEngine
    let secrets: StoreSecrets
    private let newsroom = Newsroom()
    private let lastSequences = LastSequences()

    init(engine: StorageEngine, secrets: StoreSecrets) {
        self.engine = engine
        self.secrets = secrets
    }

    /// Reads one state of the engine; errors of the engine come as those of the domain.
    package func read<Value>(
        _ body: (any Reading) throws(DomainError) -> Value
    ) throws(DomainError) -> Value {
        try engine.read { records throws(DomainError) in
            try body(StoreView(records, secrets))
        }
    }

    /// Runs `body` on the engine's writing thread; the observer hears of its commit before
    /// `completion` does.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Writing) throws(DomainError) -> Value,
        completion: @escaping @Sendable (Result<Value, DomainError>) -> Void
    ) {
        engine.submit { [secrets, newsroom, lastSequences] changes throws(DomainError) in
            let transaction = StoreTransaction(changes, secrets, lastSequences)
            let value = try body(transaction)
            let news = transaction.news
            if !news.isEmpty { changes.onCommit { newsroom.add(news) } }
            return value
        } completion: { [newsroom] (result: Result<Value, DomainError>) in
            newsroom.publish()
            completion(result)
        }
    }

    /// Replaces an earlier observer; the news of one commit come together, on the engine's thread.
    package func observe(_ observer: @escaping @Sendable (CommitNews) -> Void) {
        newsroom.observe(observer)
    }

    /// Does what is due from time to time; called each 30 seconds.
    package func maintain() {
        engine.maintain()
    }

    /// Finishes what was taken, refuses what comes, and closes the store; blocks until then.
    package func close() {
        engine.close()
    }
}

/// Gathers the news of one commit, so that the observer hears of it once.
///
/// The engine runs what is due on commit for all its changes before it tells the first of them
/// its end; so the first end has all the news of the commit.
private final class Newsroom: Sendable {
    private let state = Mutex(State())

    private struct State {
        var news = TransactionNews()
        var observer: (@Sendable (CommitNews) -> Void)?
    }

    func observe(_ observer: @escaping @Sendable (CommitNews) -> Void) {
        state.withLock { $0.observer = observer }
    }

    func add(_ news: TransactionNews) {
        state.withLock { $0.news.add(news) }
    }

    func publish() {
        let (news, observer) = state.withLock { state in
            defer { state.news = TransactionNews() }
            return (state.news, state.observer)
        }
        if !news.isEmpty { observer?(news.forCommit) }
    }
}
