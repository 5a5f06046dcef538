import CommandLineInterface
import NoteletClient
import PersonCommands

/// A contact as a person names it: by its name, by its id, or by the beginning of the id.
enum ContactReference: Sendable {
    case id(Identifier)
    case name(String)

    /// Finds the id of the contact; a name counts before the beginning of an id.
    ///
    /// - Throws: `CommandFailure` if nobody has this name.
    func id(in context: CommandContext) async throws -> [UInt8] {
        switch self {
        case .id(let id):
            return id.bytes
        case .name(let name):
            let prefix = IdentifierPrefix(name)
            var found: [[UInt8]] = []
            for try await contact in context.notelet.contacts(pageSize: 500).items {
                if contact.name == name { return contact.id }
                if prefix?.matches(contact.id) == true { found.append(contact.id) }
            }
            if found.count == 1 { return found[0] }
            if found.count > 1, let prefix { throw prefix.ambiguous(context) }
            let refusal = RefusalCatalogue.texts(for: .contactNotFound)
            throw CommandFailure(
                .refused,
                refusal[context.language.rawValue] ?? "There is no contact of this name."
            )
        }
    }
}

extension Placeholder {
    static let contact = Wording("연락처", "CONTACT")
}

extension ValueSyntax<ContactReference> {
    /// The name or the id of a contact.
    static let contact = ValueSyntax(
        placeholder: Placeholder.contact,
        expectation: Wording("연락처의 이름이나 ID", "the name or the id of a contact"),
        parse: { text in
            if text.isEmpty { return nil }
            return Identifier(text).map(ContactReference.id) ?? .name(text)
        }
    )
}
