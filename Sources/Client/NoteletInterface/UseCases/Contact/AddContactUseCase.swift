public import Foundation

/// Adds a contact.
///
/// What can be told from the contacts at hand is told at once; the service, which others change as
/// well, has the last word, and its refusals are the same errors.
public struct AddContactUseCase: Sendable {
    private let contactRepository: any ContactRepositoryInterface
    private let dateClient: DateClient

    /// Works on a repository.
    ///
    /// - Parameters:
    ///   - contactRepository: Has the contacts.
    ///   - dateClient: Tells the present moment.
    public init(
        contactRepository: any ContactRepositoryInterface,
        dateClient: DateClient = .live
    ) {
        self.contactRepository = contactRepository
        self.dateClient = dateClient
    }

    /// Adds a contact; the limit is looked at first, then the name.
    ///
    /// - Parameters:
    ///   - ownerUserId: Who is signed in.
    ///   - name: What the contact is called; names are the same in every Unicode form.
    ///   - relationship: How the owner knows the contact.
    ///   - memo: What the owner notes about the contact.
    ///   - link: The personal link of whom notes shall go to; nil for nobody.
    ///   - isPremium: Whether there may be any number of contacts.
    ///   - intention: What names the intention; the same again where it is repeated.
    /// - Returns: The contact, as the service keeps it.
    /// - Throws: `ContactError`, `AppError`.
    public func execute(
        ownerUserId: UUID,
        name: String,
        relationship: String?,
        memo: String?,
        link: String? = nil,
        isPremium: Bool,
        intention: UUID = UUID()
    ) async throws -> Contact {
        let contacts = try await contactRepository.fetchContacts(forUserId: ownerUserId)
        let limit = ContactLimit(currentCount: contacts.count, isPremium: isPremium)
        guard limit.canAddContact else { throw ContactError.limitReached }
        if contacts.contains(where: { $0.name == name }) { throw ContactError.duplicateName }
        let contact = Contact(
            id: intention,
            ownerUserId: ownerUserId,
            name: name,
            relationship: relationship,
            memo: memo,
            registeredAt: dateClient.now(),
            newLink: link
        )
        do {
            return try await contactRepository.addContact(contact)
        } catch let error as AppError {
            throw ContactError(error.refusal) ?? error as any Error
        }
    }
}
