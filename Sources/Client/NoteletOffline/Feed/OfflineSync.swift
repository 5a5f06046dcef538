public import NoteletInterface

/// How the copy of who is signed in is kept.
public struct OfflineSync: SyncInterface {
    let space: AccountSpace

    /// How the copy stands now, and after each change.
    public func observeState() -> AsyncStream<SyncState> {
        space.hub.values(of: .sync) { [space] in await space.syncState() }
    }

    /// Fetches what came since.
    public func refresh() async throws {
        try await space.requireAccount().sync.refresh()
    }
}
