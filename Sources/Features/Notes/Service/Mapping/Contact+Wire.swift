internal import Domain
internal import NoteRules
internal import NoteletAPI
internal import ProtobufCoding
internal import Serving

extension NoteletAPI.Contact {
    /// A contact as its owner sees it at a moment.
    init(_ contact: NoteRules.Contact, at now: Instant) {
        self.init(
            id: contact.id.opaque.bytes,
            name: contact.name.text,
            relationship: contact.details.relationship,
            memo: contact.details.memo,
            registeredAt: Timestamp(contact.registeredAt),
            deletableAt: Timestamp(contact.deletableAt),
            remainingLockDays: Int32(clamping: contact.remainingLockDays(at: now)),
            isLinked: contact.linkedUser != nil
        )
    }
}

extension ContactDetails {
    /// What a new contact is to have.
    init(_ request: AddContactRequest) {
        self.init(relationship: request.relationship, memo: request.memo)
    }
}

extension ContactDetails.Changes {
    /// What is to change of a contact.
    init(_ request: UpdateContactRequest) {
        self.init(relationship: request.relationship, memo: request.memo)
    }
}

extension GetContactLimitResponse {
    /// How many contacts a user has and may have.
    init(_ limit: ContactLimit) {
        self.init(
            currentCount: Int32(clamping: limit.currentCount),
            maxContacts: limit.maxContacts.map(Int32.init(clamping:)),
            remainingSlots: limit.remainingSlots.map(Int32.init(clamping:)),
            canAdd: limit.canAddContact
        )
    }
}
