/// Keeps the copy on this device as the service is.
public protocol SyncInterface: Sendable {
    /// How the copy stands now, and after each change.
    func observeState() -> AsyncStream<SyncState>

    /// Fetches what came since, and returns when the copy is as the service is.
    ///
    /// - Throws: `AppError`.
    func refresh() async throws
}
