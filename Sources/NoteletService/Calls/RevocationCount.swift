internal import Synchronization

/// Counts the commits that ended sessions or replaced their tokens.
///
/// What a connection remembers of a token is worth something only while this stands still.
package final class RevocationCount: Sendable {
    private let count = Atomic<UInt64>(0)

    /// Starts at zero.
    package init() {}

    /// The count so far; read it before the store, or a session that ends between would be missed.
    package var value: UInt64 { count.load(ordering: .acquiring) }

    /// Makes all connections forget.
    package func add() { count.wrappingAdd(1, ordering: .releasing) }
}
