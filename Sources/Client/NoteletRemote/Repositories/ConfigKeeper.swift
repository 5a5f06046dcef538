internal import ConfigClient
internal import Foundation
internal import NoteletClient
package import NoteletInterface

/// Reads what the operator published for applications, keeps it, and tells who observes it.
package actor ConfigKeeper: ConfigRepositoryInterface {
    private let caller: RemoteCaller
    private let shelf: any ConfigShelf
    private let interval: Duration
    private var known: PublishedConfig?
    private var observers: [UUID: AsyncStream<PublishedConfig>.Continuation] = [:]
    private var following: Task<Void, Never>?
    private var isClosed = false

    /// Keeps what a shelf holds.
    ///
    /// - Parameters:
    ///   - shelf: What is left of earlier processes.
    ///   - caller: Makes the calls.
    ///   - interval: How often is asked while somebody observes and nobody is signed in.
    package init(
        on shelf: any ConfigShelf,
        _ caller: RemoteCaller,
        askingEach interval: Duration = .seconds(900)
    ) {
        self.shelf = shelf
        self.caller = caller
        self.interval = interval
    }

    /// Gives what is known here.
    package func currentConfig() -> PublishedConfig { current }

    private var current: PublishedConfig {
        if let known { return known }
        let found = shelf.read() ?? .none
        known = found
        return found
    }

    /// Asks whether there is something newer.
    @discardableResult
    package func refreshConfig() async throws -> PublishedConfig {
        let asked = current
        let response = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.fetchConfig(
                knownVersion: asked.version,
                knownPublishedAt: asked.publishedAt.flatMap { Timestamp($0) }
            )
        }
        // What the feed has told meanwhile is newer than what was asked for before.
        if !response.unchanged, current == asked {
            take(PublishedConfig(response.version, response.publishedAt, response.entries))
        }
        return current
    }

    /// Follows it, through lost connections and starts without a network.
    package nonisolated func observeConfig() -> AsyncStream<PublishedConfig> {
        let (stream, continuation) = AsyncStream<PublishedConfig>.makeStream(
            bufferingPolicy: .bufferingNewest(1)
        )
        let id = UUID()
        continuation.onTermination = { _ in Task { await self.leave(id) } }
        Task { await join(id, continuation) }
        return stream
    }

    private func join(_ id: UUID, _ continuation: AsyncStream<PublishedConfig>.Continuation) {
        // Who has gone already is told so, and forgotten.
        if case .terminated = continuation.yield(current) { return }
        if isClosed { return continuation.finish() }
        observers[id] = continuation
        guard following == nil else { return }
        following = Task { [weak self, interval] in
            while !Task.isCancelled, let keeper = self {
                await keeper.follow()
                try? await Task.sleep(for: interval)
            }
        }
    }

    /// Ends all that observe, and follows nothing more.
    package func close() {
        isClosed = true
        for observer in observers.values { observer.finish() }
        observers = [:]
        following?.cancel()
        following = nil
    }

    private func leave(_ id: UUID) {
        observers[id] = nil
        guard observers.isEmpty else { return }
        following?.cancel()
        following = nil
    }

    /// Asks once, and then takes what is told for as long as somebody is signed in.
    private func follow() async {
        _ = try? await refreshConfig()
        do {
            for try await change in caller.notelet.observeConfig() {
                take(PublishedConfig(change.version, change.publishedAt, change.entries))
            }
        } catch {
            // Nobody is signed in, or there is no network: it is asked again later.
        }
    }

    private func take(_ config: PublishedConfig) {
        guard config != current else { return }
        known = config
        shelf.write(config)
        for observer in observers.values { observer.yield(config) }
    }
}

/// Where the published configuration stays when a process ends.
package protocol ConfigShelf: Sendable {
    /// What was written last; nil for nothing that can be read.
    func read() -> PublishedConfig?
    /// Writes what was published last; what cannot be written is asked for again some day.
    func write(_ config: PublishedConfig)
}

/// A shelf on which nothing stays.
package struct NoConfigShelf: ConfigShelf {
    /// Has nothing.
    package init() {}

    /// There is nothing.
    package func read() -> PublishedConfig? { nil }
    /// Does nothing.
    package func write(_ config: PublishedConfig) {}
}

extension PublishedConfig {
    /// A version as the service tells it.
    fileprivate init(_ version: UInt64, _ publishedAt: Timestamp?, _ entries: [ConfigEntry]) {
        let pairs = entries.map { ($0.key, $0.value) }
        self.init(
            version: version,
            publishedAt: publishedAt?.date,
            values: Dictionary(pairs) { $1 }
        )
    }
}
