/// What becomes known about the connection of a watch while it goes on.
public enum WatchConnection: Hashable, Sendable {
    /// It was lost, for this reason, and is being made anew; no change is missed by that.
    case lost(NoteletError)
    /// It is there again.
    case restored
}
