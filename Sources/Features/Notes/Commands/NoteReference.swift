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
            let notelet = context.notelet
            let received = try await notelet.inbox(pageSize: Self.pageSize).rows().map(\.id)
            guard side == .either else { return received }
            return received + (try await notelet.sent(pageSize: Self.pageSize).rows().map(\.id))
        }
    }
}
