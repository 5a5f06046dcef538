import CommandLineInterface
import NoteletClient

/// A contact as a person names it: by its name, or by its id.
enum ContactReference: Sendable {
    case id(Identifier)
    case name(String)

    /// Finds the id of the contact.
    ///
    /// - Throws: `CommandFailure` if nobody has this name.
    func id(in context: CommandContext) async throws -> [UInt8] {
        switch self {
        case .id(let id):
            return id.bytes
        case .name(let name):
            for try await contact in context.notelet.contacts(pageSize: 500).items
            where contact.name == name {
                return contact.id
            }
            let refusal = RefusalCatalogue.texts(for: .contactNotFound)
            throw CommandFailure(
                .refused,
                refusal[context.language.rawValue] ?? "There is no contact of this name."
            )
        }
    }
}

extension ValueSyntax<ContactReference> {
    /// The name or the id of a contact.
    static let contact = ValueSyntax(
        placeholder: "CONTACT",
        expectation: "the name or the id of a contact",
        parse: { text in
            if text.isEmpty { return nil }
            return Identifier(text).map(ContactReference.id) ?? .name(text)
        }
    )
}
