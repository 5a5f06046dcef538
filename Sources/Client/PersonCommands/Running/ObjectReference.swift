package import CommandLineInterface
package import NoteletClient

/// A note, an item or the like as a person names it: by its id, or by the beginning of the id.
package enum ObjectReference: Sendable {
    /// By all of its id.
    case id(Identifier)
    /// By the beginning, as lists show it.
    case beginning(IdentifierPrefix)

    /// Finds the id; where only its beginning was given, all are looked at, so that it means one.
    ///
    /// - Parameters:
    ///   - context: What the command works with.
    ///   - refusal: What is said where no id begins like this.
    ///   - ids: Those that may be meant.
    /// - Returns: The id.
    /// - Throws: `CommandFailure` if no id or more than one begins like this, or what `ids` throws.
    package func id(
        in context: CommandContext,
        missing refusal: RefusalReason,
        among ids: () async throws -> [[UInt8]]
    ) async throws -> [UInt8] {
        switch self {
        case .id(let id): return id.bytes
        case .beginning(let prefix):
            let found = Set(try await ids().filter(prefix.matches))
            if found.count > 1 { throw prefix.ambiguous(context) }
            if let id = found.first { return id }
            throw context.missing(refusal, prefix.digits)
        }
    }
}

extension ObjectReference {
    /// How many things are asked for at a time where all are looked at.
    package static let pageSize: Int32 = 500
}

extension CommandContext {
    /// What is said where nothing has the id that was given, as the server says it.
    ///
    /// - Parameters:
    ///   - refusal: The server's reason, whose text may name the id.
    ///   - id: The id, or its beginning.
    /// - Returns: What the command ends with.
    package func missing(_ refusal: RefusalReason, _ id: String) -> CommandFailure {
        let texts = RefusalCatalogue.texts(for: refusal)
        let text = texts[language.rawValue] ?? "There is nothing of the id {id}."
        return CommandFailure(.refused, text.replacing("{id}", with: id))
    }

    /// The id that somebody means, which may have to be looked for in a list.
    ///
    /// - Parameters:
    ///   - reference: How the thing was named.
    ///   - pages: The list.
    ///   - value: The id of a thing.
    ///   - refusal: What is said where no id begins like this.
    /// - Returns: The id.
    /// - Throws: `CommandFailure` if no id or more than one begins like this, `NoteletError`.
    package func id<Thing>(
        _ reference: ObjectReference,
        among pages: PageSequence<Thing>,
        by value: (Thing) -> [UInt8],
        else refusal: RefusalReason
    ) async throws -> [UInt8] {
        try await reference.id(in: self, missing: refusal) { try await pages.rows().map(value) }
    }
}

extension CommandContext {
    /// The thing that somebody means, of the collection that was named and of no other.
    ///
    /// - Parameters:
    ///   - reference: How the thing was named.
    ///   - pages: What the collection has.
    ///   - id: The id of a thing.
    ///   - collection: Where a thing is.
    ///   - refusal: What is said where no id begins like this.
    ///   - get: Asks for a thing.
    /// - Returns: The thing.
    /// - Throws: `CommandFailure` if no id or more than one begins like this, `NoteletError`.
    package func thing<Thing>(
        _ reference: ObjectReference,
        among pages: PageSequence<Thing>,
        by id: (Thing) -> [UInt8],
        of collection: (Thing) -> String,
        else refusal: RefusalReason,
        get: ([UInt8]) async throws -> Thing
    ) async throws -> Thing {
        let found = try await get(self.id(reference, among: pages, by: id, else: refusal))
        guard collection(found) == self[Argument.collection] else {
            throw missing(refusal, identifierText(id(found)))
        }
        return found
    }
}

extension Argument<ObjectReference> {
    /// Declares an argument that names a thing by its id, or by the beginning of it.
    package static func reference(to thing: Wording) -> Argument {
        let (korean, english) = (thing.text(in: .korean), thing.english)
        return Argument(
            Placeholder.id,
            .reference,
            help: Wording(
                "\(korean)의 ID, 또는 목록에 보이는 ID의 앞부분입니다.",
                "The id of \(english), or the beginning of it that lists show."
            )
        )
    }
}

extension ValueSyntax<ObjectReference> {
    /// An id, or its beginning.
    package static let reference = ValueSyntax(
        placeholder: Placeholder.id,
        expectation: Wording(
            "0b8e5a2c-9f01-4d3e-8c7a-6b5d4e3f2a10과 같은 ID, 또는 그 앞부분 "
                + "\(IdentifierPrefix.digitCountMin)자 이상",
            "an id like 0b8e5a2c-9f01-4d3e-8c7a-6b5d4e3f2a10, or at least the first "
                + "\(IdentifierPrefix.digitCountMin) digits of one"
        ),
        parse: { text in
            Identifier(text).map(ObjectReference.id)
                ?? IdentifierPrefix(text).map(ObjectReference.beginning)
        }
    )
}
