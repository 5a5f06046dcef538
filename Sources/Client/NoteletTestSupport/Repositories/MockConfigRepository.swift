public import NoteletInterface

/// Published configuration of which a test says what it is.
public final class MockConfigRepository: ConfigRepositoryInterface {
    /// What there is, and what observers see; to set its value is to tell it.
    public let config: FakeStream<PublishedConfig>
    /// Calls of `refreshConfig()`; without a handler it finds nothing newer.
    public let refreshConfigCalls = FakeCall<Void, PublishedConfig>("refreshConfig()")

    /// Creates one.
    ///
    /// - Parameter config: What there is.
    public init(_ config: PublishedConfig = .none) {
        let stream = FakeStream(config)
        self.config = stream
        refreshConfigCalls.handler = { [stream] _ in stream.value }
    }

    /// Creates one.
    ///
    /// - Parameter values: The values of what there is, as version 1.
    public convenience init(values: [String: String]) {
        self.init(PublishedConfig(version: 1, values: values))
    }

    /// Gives what there is.
    public func currentConfig() async -> PublishedConfig { config.value }

    /// Records the call, and has and tells what the handler gives.
    @discardableResult
    public func refreshConfig() async throws -> PublishedConfig {
        let refreshed = try await refreshConfigCalls(())
        if refreshed != config.value { config.value = refreshed }
        return refreshed
    }

    /// Gives what there is now, and each change that the test makes.
    public func observeConfig() -> AsyncStream<PublishedConfig> { config.makeStream() }
}
