public import Foundation
public import NoteletInterface

/// Contacts of which a test says what there are.
///
/// With contacts to return its answers are those of a repository with these contacts, and stay
/// so: changes are not remembered. A method of which a test wants something else gets a handler of
/// its own.
public final class MockContactRepository: ObservableContactRepositoryInterface {
    /// What observers see; to set its value is to tell it.
    public let contacts = FakeStream<[Contact]>([])
    /// Calls of `fetchContacts(forUserId:)`.
    public let fetchContactsCalls = FakeCall<UUID, [Contact]>("fetchContacts(forUserId:)")
    /// Calls of `fetchContact(byId:)`.
    public let fetchContactCalls = FakeCall<UUID, Contact>("fetchContact(byId:)")
    /// Calls of `addContact(_:)`.
    public let addContactCalls = FakeCall<Contact, Contact>("addContact(_:)")
    /// Calls of `deleteContact(byId:)`.
    public let deleteContactCalls = FakeCall<UUID, Void>("deleteContact(byId:)")
    /// Calls of `updateContact(_:)`.
    public let updateContactCalls = FakeCall<Contact, Contact>("updateContact(_:)")

    /// Creates one that has handlers alone, and shows observers no contacts.
    public init() {}

    /// Creates one that has contacts.
    ///
    /// - Parameter contactsToReturn: The contacts.
    public init(contactsToReturn: [Contact]) {
        answer(with: contactsToReturn)
    }

    /// Has every method answer as a repository with these contacts would, and tells observers of
    /// them.
    ///
    /// - Parameter contacts: The contacts.
    public func answer(with contacts: [Contact]) {
        self.contacts.value = contacts
        fetchContactsCalls.handler = { _ in contacts }
        fetchContactCalls.handler = { id in try contacts.found(id) }
        addContactCalls.handler = { $0 }
        deleteContactCalls.handler = { id in _ = try contacts.found(id) }
        updateContactCalls.handler = { contact in
            _ = try contacts.found(contact.id)
            return contact
        }
    }

    /// Whether a contact was added.
    public var addContactCalled: Bool { addContactCalls.wasCalled }
    /// Whether a contact was deleted.
    public var deleteContactCalled: Bool { deleteContactCalls.wasCalled }

    /// Records the call, and gives the contacts of the handler.
    public func fetchContacts(forUserId userId: UUID) async throws -> [Contact] {
        try await fetchContactsCalls(userId)
    }

    /// Records the call, and gives the contact of the handler.
    public func fetchContact(byId id: UUID) async throws -> Contact {
        try await fetchContactCalls(id)
    }

    /// Records the call, and adds what the handler adds.
    public func addContact(_ contact: Contact) async throws -> Contact {
        try await addContactCalls(contact)
    }

    /// Records the call, and does what the handler does.
    public func deleteContact(byId id: UUID) async throws {
        try await deleteContactCalls(id)
    }

    /// Records the call, and gives the contact of the handler.
    public func updateContact(_ contact: Contact) async throws -> Contact {
        try await updateContactCalls(contact)
    }

    /// Gives what there is now, and each change that the test makes.
    public func observeContacts() -> AsyncStream<[Contact]> { contacts.makeStream() }

    /// Gives the contact as it is now, and at each change that the test makes.
    public func observeContact(byId id: UUID) -> AsyncStream<Contact?> {
        contacts.makeStream { contacts in contacts.first { $0.id == id } }
    }
}

extension Collection where Element: Identifiable {
    /// The element of an id.
    ///
    /// - Throws: `AppError`, `data` with `notFound`.
    func found(_ id: Element.ID) throws -> Element {
        guard let element = first(where: { $0.id == id }) else { throw AppError.data(.notFound()) }
        return element
    }
}
