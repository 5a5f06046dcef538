public import Foundation
internal import NoteletClient
public import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Reads and changes contacts with a copy of them.
public struct OfflineContactRepository: ObservableContactRepositoryInterface {
    let space: AccountSpace

    /// All contacts, by time of registration, as the policy of lists has it.
    public func fetchContacts(
        forUserId userId: UUID
    ) async throws -> [NoteletInterface.Contact] {
        try await space.requireAccount(userId).readList { (tables) throws(SQLiteError) in
            try tables.shownContacts()
        }
    }

    /// One contact: the copy, else the service, which the copy then has.
    public func fetchContact(byId id: UUID) async throws -> NoteletInterface.Contact {
        let account = try await space.requireAccount()
        let known = try await account.copy.read { (tables) throws(SQLiteError) in
            try tables.knownContact(id)
        }
        if let contact = try known.value() { return contact }
        let contact = try await account.caller.call { (notelet) throws(NoteletError) in
            try await notelet.contact(id.bytes)
        }
        try await account.copy.write { (tables) throws(SQLiteError) in
            try tables.putLoosely(contact, intention: nil)
        }
        return try NoteletInterface.Contact(contact, of: account.userId)
    }

    /// Adds a contact.
    public func addContact(
        _ contact: NoteletInterface.Contact
    ) async throws -> NoteletInterface.Contact {
        let account = try await space.requireAccount(contact.ownerUserId)
        let shown = try await account.write(.addContact(contact.addition), id: contact.id) {
            (tables) throws(SQLiteError) in try tables.shownContact(contact.id)
        }
        return shown ?? contact
    }

    /// Deletes a contact; one that was not added yet never is.
    public func deleteContact(byId id: UUID) async throws {
        let account = try await space.requireAccount()
        let wasUnsent = try await account.copy.write { (tables) throws(SQLiteError) in
            try tables.withdraw(id)
        }
        if wasUnsent { return }
        let write = Write.deleteContact(DeleteContactRequest(id: id.bytes))
        try await account.write(write, id: UUID()) { _ in }
    }

    /// Changes a contact.
    public func updateContact(
        _ contact: NoteletInterface.Contact
    ) async throws -> NoteletInterface.Contact {
        let account = try await space.requireAccount(contact.ownerUserId)
        let shown = try await account.write(.updateContact(contact.change), id: UUID()) {
            (tables) throws(SQLiteError) in try tables.shownContact(contact.id)
        }
        return shown ?? contact
    }

    /// All contacts now, and again after each change.
    public func observeContacts() -> AsyncStream<[NoteletInterface.Contact]> {
        space.hub.values(of: .contacts) { [space] in
            try await space.account()?.copy.read { (tables) throws(SQLiteError) in
                try tables.shownContacts()
            } ?? []
        }
    }

    /// A contact now, and again after each change.
    public func observeContact(byId id: UUID) -> AsyncStream<NoteletInterface.Contact?> {
        space.hub.values(of: .contacts) { [space] in
            try await space.account()?.copy.read { (tables) throws(SQLiteError) in
                try tables.shownContact(id)
            }
        }
    }
}
