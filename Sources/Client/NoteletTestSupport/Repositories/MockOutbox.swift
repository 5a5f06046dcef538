public import Foundation
public import NoteletInterface

/// Writes that wait, of which a test says what there are.
public final class MockOutbox: OutboxInterface {
    /// What there is; to set its value is to tell it.
    public let writes: FakeStream<[PendingWrite]>
    /// Calls of `retry(_:)`.
    public let retryCalls = FakeCall<UUID, Void>("retry(_:)")
    /// Calls of `edit(_:content:)`.
    public let editCalls = FakeCall<(id: UUID, content: String), Void>("edit(_:content:)")
    /// Calls of `drop(_:)`.
    public let dropCalls = FakeCall<UUID, Void>("drop(_:)")

    /// Creates one whose changes need handlers.
    ///
    /// - Parameter writes: What there is.
    public init(writesToReturn writes: [PendingWrite] = []) {
        self.writes = FakeStream(writes)
    }

    /// Gives what there is.
    public func fetchWrites() async throws -> [PendingWrite] { writes.value }

    /// Gives what there is now, and each change that the test makes.
    public func observeWrites() -> AsyncStream<[PendingWrite]> { writes.makeStream() }

    /// Records the call, and does what the handler does.
    public func retry(_ id: UUID) async throws { try await retryCalls(id) }

    /// Records the call, and does what the handler does.
    public func edit(_ id: UUID, content: String) async throws {
        try await editCalls((id, content))
    }

    /// Records the call, and does what the handler does.
    public func drop(_ id: UUID) async throws { try await dropCalls(id) }
}
