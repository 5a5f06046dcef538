public import Foundation
internal import NoteletClient
public import NoteletInterface

/// Reads and changes contacts at the service.
public struct RemoteContactRepository: ContactRepositoryInterface {
    let caller: RemoteCaller

    /// Asks for all contacts, by time of registration.
    public func fetchContacts(
        forUserId userId: UUID
    ) async throws -> [NoteletInterface.Contact] {
        try await caller.require(userId)
        let contacts = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.contacts(pageSize: largestPage).collected()
        }
        return try contacts.map { try Contact($0, of: userId) }
    }

    /// Asks for one contact.
    public func fetchContact(byId id: UUID) async throws -> NoteletInterface.Contact {
        try await contact { (notelet) throws(NoteletError) in try await notelet.contact(id.bytes) }
    }

    /// Adds a contact under the key of its id.
    public func addContact(
        _ contact: NoteletInterface.Contact
    ) async throws -> NoteletInterface.Contact {
        try await caller.require(contact.ownerUserId)
        return try await self.contact { (notelet) throws(NoteletError) in
            try await notelet.addContact(contact.addition, idempotencyKey: .of(contact.id))
        }
    }

    /// Deletes a contact.
    public func deleteContact(byId id: UUID) async throws {
        try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.deleteContact(id.bytes)
        }
    }

    /// Changes a contact.
    public func updateContact(
        _ contact: NoteletInterface.Contact
    ) async throws -> NoteletInterface.Contact {
        try await caller.require(contact.ownerUserId)
        return try await self.contact { (notelet) throws(NoteletError) in
            try await notelet.updateContact(contact.change)
        }
    }

    private func contact(
        _ body: (Notelet) async throws(NoteletError) -> NoteletAPI.Contact
    ) async throws -> Contact {
        let owner = try await caller.userId()
        return try Contact(try await caller.call(body), of: owner)
    }
}
