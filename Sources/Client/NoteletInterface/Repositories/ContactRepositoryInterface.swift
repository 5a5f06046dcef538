public import Foundation

/// Reads and changes the contacts of who is signed in.
public protocol ContactRepositoryInterface: Sendable {
    /// All contacts of an account.
    ///
    /// - Throws: `AppError`.
    func fetchContacts(forUserId userId: UUID) async throws -> [Contact]
    /// The contact of an id.
    ///
    /// - Throws: `AppError`.
    func fetchContact(byId id: UUID) async throws -> Contact
    /// Adds a contact; the service gives it its id and its moment. The contact's id names the
    /// intention: added again with the same id, it is added once.
    ///
    /// - Throws: `AppError`.
    func addContact(_ contact: Contact) async throws -> Contact
    /// Deletes a contact.
    ///
    /// - Throws: `AppError`.
    func deleteContact(byId id: UUID) async throws
    /// Changes a contact's name, relationship and memo, and its link where it is to have a new one.
    ///
    /// - Throws: `AppError`.
    func updateContact(_ contact: Contact) async throws -> Contact
}

/// Contacts that screens observe, by streams as those of notes are.
public protocol ObservableContactRepositoryInterface: ContactRepositoryInterface {
    /// All contacts now, and again after each change.
    func observeContacts() -> AsyncStream<[Contact]>

    /// A contact now, and again after each change; nil while there is none.
    func observeContact(byId id: UUID) -> AsyncStream<Contact?>
}
