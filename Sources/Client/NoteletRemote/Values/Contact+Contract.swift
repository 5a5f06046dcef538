package import Foundation
package import NoteletClient
package import NoteletInterface

extension NoteletInterface.Contact {
    /// Takes a contact over.
    ///
    /// - Parameters:
    ///   - contact: The contact.
    ///   - ownerUserId: In whose list it is.
    /// - Throws: `AppError`, `network` with `unknown` where it has no id.
    package init(_ contact: NoteletAPI.Contact, of ownerUserId: UUID) throws(AppError) {
        self.init(
            id: try UUID(required: contact.id),
            ownerUserId: ownerUserId,
            name: contact.name,
            relationship: contact.relationship.isEmpty ? nil : contact.relationship,
            memo: contact.memo.isEmpty ? nil : contact.memo,
            registeredAt: contact.registeredAt?.date ?? .distantPast,
            isLinked: contact.isLinked
        )
    }

    /// What adds the contact.
    package var addition: AddContactRequest {
        AddContactRequest(
            name: name,
            relationship: relationship ?? "",
            memo: memo ?? "",
            link: newLink ?? ""
        )
    }

    /// What makes the contact of this id as it is here.
    package var change: UpdateContactRequest {
        UpdateContactRequest(
            id: id.bytes,
            name: name,
            relationship: relationship ?? "",
            memo: memo ?? "",
            link: newLink
        )
    }
}
