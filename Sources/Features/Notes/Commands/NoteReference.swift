import NoteletClient
import PersonCommands

/// Where a note is looked for.
enum NoteSide: Sendable {
    /// Among those that the person received.
    case received
    /// Among those that the person received or sent.
    case either
}

extension ObjectReference {
    /// Finds the id of a note among the person's own.
    ///
    /// - Throws: `CommandFailure` if no note or more than one begins like this, `NoteletError`.
    func id(_ side: NoteSide, in context: CommandContext) async throws -> [UInt8] {
        try await id(in: context, missing: .messageNotFound) {
            var ids: [[UInt8]] = []
            for try await note in context.notelet.inbox(pageSize: 500).items { ids.append(note.id) }
            guard side == .either else { return ids }
            for try await note in context.notelet.sent(pageSize: 500).items { ids.append(note.id) }
            return ids
        }
    }
}
