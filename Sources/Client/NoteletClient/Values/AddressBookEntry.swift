public import Foundation

/// A contact as an app keeps and shows it.
///
/// In JSON ids are texts; how dates are written is the encoder's `dateEncodingStrategy`.
public struct AddressBookEntry: Codable, Hashable, Identifiable, Sendable {
    /// The id of the contact.
    public let id: ContactID
    /// What the caller calls the person.
    public let name: String
    /// What the person is to the caller; empty when unsaid.
    public let relationship: String
    /// What the caller wants to remember; empty when unsaid.
    public let memo: String
    /// Whether notes can be sent to it.
    public let isLinked: Bool
    /// When it was added.
    public let additionDate: Date
    /// From when on it may be deleted.
    public let deletableFrom: Date

    /// Takes over a contact.
    ///
    /// - Parameter contact: The contact; nil is made of one that has no id.
    public init?(_ contact: Contact) {
        guard let id = ContactID(bytes: contact.id) else { return nil }
        self.id = id
        name = contact.name
        relationship = contact.relationship
        memo = contact.memo
        isLinked = contact.isLinked
        additionDate = contact.registeredAt?.date ?? .distantPast
        deletableFrom = contact.deletableAt?.date ?? .distantPast
    }
}
