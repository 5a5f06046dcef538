package import Domain
package import NoteRules
package import Records
internal import StorageEngine

extension StoreTransaction: ContactWriting {
    package func addContact(_ new: NewContact) throws(DomainError) -> Contact {
        let place = try takeSequence(of: new.owner)
        let contact = Contact(
            id: secrets.identifiers.contactID(owner: new.owner, place),
            owner: new.owner,
            name: new.name,
            details: new.details,
            registeredAt: new.registeredAt,
            linkedUser: new.linkedUser
        )
        try claimName(of: contact, at: place)
        try moveLink(of: Place(new.owner, place), from: nil, to: new.linkedUser)
        try put(contact, at: place, changedAt: try append(.contact(place), to: new.owner))
        return contact
    }

    package func update(_ contact: Contact) throws(DomainError) {
        let (place, old) = try stored(contact)
        let oldKey = nameKey(of: contact.owner, ContactName(stored: old.name))
        if nameKey(of: contact.owner, contact.name) != oldKey {
            try claimName(of: contact, at: place)
            try delete(oldKey, in: .contactNames)
        }
        try moveLink(
            of: Place(contact.owner, place),
            from: old.linkedUser.map(UserNumber.init(_:)),
            to: contact.linkedUser
        )
        let changedAt = try append(.contact(place), to: contact.owner)
        try delete(.place(contact.owner, Sequence(old.changeSequence)), in: .changes)
        try put(contact, at: place, changedAt: changedAt)
    }

    package func delete(_ contact: Contact) throws(DomainError) {
        let (place, old) = try stored(contact)
        try append(.contactDeleted(contact.id), to: contact.owner)
        let linkedUser = old.linkedUser.map(UserNumber.init(_:))
        try moveLink(of: Place(contact.owner, place), from: linkedUser, to: nil)
        try delete(.place(contact.owner, Sequence(old.changeSequence)), in: .changes)
        try delete(nameKey(of: contact.owner, ContactName(stored: old.name)), in: .contactNames)
        try delete(.place(contact.owner, place), in: .contacts)
    }

    private func stored(
        _ contact: Contact
    ) throws(DomainError) -> (place: Sequence, record: ContactRecord) {
        let place = secrets.identifiers.place(of: contact.id)
        guard place.user == contact.owner, let record = try contactRecord(at: place) else {
            throw .refused(.contactNotFound)
        }
        return (place.sequence, record)
    }

    private func put(
        _ contact: Contact,
        at place: Sequence,
        changedAt: Sequence
    ) throws(DomainError) {
        let record = ContactRecord(contact, changeSequence: changedAt)
        try put(record.encoded(), for: .place(contact.owner, place), in: .contacts)
    }

    private func nameKey(of owner: UserNumber, _ name: ContactName) -> Key {
        .contactName(owner, secrets.digests.contactName(name))
    }

    /// Use cases ask before; this stops the one that forgot from taking over another's name.
    private func claimName(of contact: Contact, at place: Sequence) throws(DomainError) {
        let key = nameKey(of: contact.owner, contact.name)
        guard try !contains(key, in: .contactNames) else {
            throw .refused(.duplicateContactName)
        }
        try put(bigEndian: place.rawValue, for: key, in: .contactNames)
    }
}
