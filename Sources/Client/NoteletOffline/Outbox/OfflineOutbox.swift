public import Foundation
public import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// The writes that wait in the copy of who is signed in.
public struct OfflineOutbox: OutboxInterface {
    let space: AccountSpace

    /// All of them, in the order in which they were asked for.
    public func fetchWrites() async throws -> [PendingWrite] {
        try await space.requireAccount().copy.read { (tables) throws(SQLiteError) in
            try tables.pendingWrites()
        }
    }

    /// All of them now, and again after each change.
    public func observeWrites() -> AsyncStream<[PendingWrite]> {
        space.hub.values(of: .outbox) { [space] in
            try await space.account()?.copy.read { (tables) throws(SQLiteError) in
                try tables.pendingWrites()
            } ?? []
        }
    }

    /// Sends a write once more, under the same key: where the service still has that, it is done
    /// once in any case.
    public func retry(_ id: UUID) async throws {
        try await change { (tables) throws(SQLiteError) in
            guard let entry = try tables.entry(id) else { return .missing }
            // One that waits is sent by itself, and what is known of its tries stays known.
            if entry.state != .pending { _ = try tables.release(id) }
            return .done
        }
    }

    /// Changes what a note or an answer says, and sends it.
    public func edit(_ id: UUID, content: String) async throws {
        try await change { (tables) throws(SQLiteError) in
            guard let entry = try tables.entry(id) else { return .missing }
            guard entry.triedAt == nil, let write = entry.write.saying(content) else {
                return .unchangeable
            }
            _ = try tables.release(id, as: write)
            return .done
        }
    }

    /// Gives a write up.
    public func drop(_ id: UUID) async throws {
        try await change { (tables) throws(SQLiteError) in
            try tables.giveUp(id) ? .done : .missing
        }
    }

    /// What became of a change.
    private enum Outcome {
        case done, missing, unchangeable
    }

    private func change(
        _ body: @Sendable (CopyTables) throws(SQLiteError) -> Outcome
    ) async throws {
        switch try await space.requireAccount().copy.write(body) {
        case .done: break
        case .missing: throw AppError.data(.notFound())
        case .unchangeable:
            throw AppError.data(.conflict("It may have arrived already, or has no text."))
        }
    }
}
