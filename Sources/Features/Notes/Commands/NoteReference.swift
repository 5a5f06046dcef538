import CommandLineInterface
import NoteletClient
import PersonCommands

/// A note as a person names it: by its id, or by the beginning of the id.
enum NoteReference: Sendable {
    case id(Identifier)
    case beginning(IdentifierPrefix)

    /// Where a note is looked for.
    enum Side: Sendable {
        /// Among those that the person received.
        case received
        /// Among those that the person received or sent.
        case either
    }

    /// Finds the id of the note among the person's own; they are all looked at, so that a beginning
    /// means one note.
    ///
    /// - Throws: `CommandFailure` if no note or more than one begins like this, `NoteletError`.
    func id(_ side: Side, in context: CommandContext) async throws -> [UInt8] {
        guard case .beginning(let prefix) = self else {
            guard case .id(let id) = self else { return [] }
            return id.bytes
        }
        var found: Set<[UInt8]> = []
        for try await note in context.notelet.inbox(pageSize: 500).items
        where prefix.matches(note.id) {
            found.insert(note.id)
        }
        if side == .either {
            for try await note in context.notelet.sent(pageSize: 500).items
            where prefix.matches(note.id) {
                found.insert(note.id)
            }
        }
        if found.count == 1, let id = found.first { return id }
        guard found.isEmpty else { throw prefix.ambiguous(context) }
        let refusal = RefusalCatalogue.texts(for: .messageNotFound)
        throw CommandFailure(
            .refused,
            refusal[context.language.rawValue] ?? "There is no note of this id."
        )
    }
}

extension ValueSyntax<NoteReference> {
    /// The id of a note, or its beginning.
    static let note = ValueSyntax(
        placeholder: Placeholder.id,
        expectation: Wording(
            "0b8e5a2c-9f01-4d3e-8c7a-6b5d4e3f2a10과 같은 ID, 또는 그 앞부분 "
                + "\(IdentifierPrefix.digitCountMin)자 이상",
            "an id like 0b8e5a2c-9f01-4d3e-8c7a-6b5d4e3f2a10, or at least the first "
                + "\(IdentifierPrefix.digitCountMin) digits of one"
        ),
        parse: { text in
            Identifier(text).map(NoteReference.id)
                ?? IdentifierPrefix(text).map(NoteReference.beginning)
        }
    )
}
