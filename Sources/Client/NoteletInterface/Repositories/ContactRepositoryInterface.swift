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
    /// Adds a contact; the service gives it its id and its moment.
    ///
    /// - Throws: `AppError`.
    func addContact(_ contact: Contact) async throws -> Contact
    /// Deletes a contact.
    ///
    /// - Throws: `AppError`.
    func deleteContact(byId id: UUID) async throws
    /// Changes a contact's name, relationship and memo.
    ///
    /// - Throws: `AppError`.
    func updateContact(_ contact: Contact) async throws -> Contact
}
