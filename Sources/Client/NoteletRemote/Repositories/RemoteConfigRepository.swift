public import NoteletInterface

/// Reads what the operator published for applications, and keeps it as long as the process lives.
public struct RemoteConfigRepository: ConfigRepositoryInterface {
    private let keeper: ConfigKeeper

    /// Reads what a keeper has.
    package init(_ keeper: ConfigKeeper) {
        self.keeper = keeper
    }

    /// Gives what is known.
    public func currentConfig() async -> PublishedConfig { await keeper.current }

    /// Asks whether there is something newer.
    @discardableResult
    public func refreshConfig() async throws -> PublishedConfig { try await keeper.refresh() }

    /// Follows it, through lost connections.
    public func observeConfig() -> AsyncStream<PublishedConfig> { keeper.observe() }
}
