internal import AccountStorage
package import Domain
package import NoteRules
package import Records
internal import StorageEngine

extension StoreView: ContactReading {
    package func contact(_ id: ContactID) throws(DomainError) -> Contact? {
        try contact(at: secrets.identifiers.place(of: id))
    }

    package func contact(
        named name: ContactName,
        of owner: UserNumber
    ) throws(DomainError) -> Contact? {
        let key = Key.contactName(owner, secrets.digests.contactName(name))
        let place: Place? = try value(of: key, in: .contactNames) { value throws(DomainError) in
            Place(owner, Sequence(try value.number(at: 0, of: .uniqueEntry)))
        }
        guard let place else { return nil }
        return try contact(at: place)
    }

    package func contactCount(of owner: UserNumber, countMax: Int) throws(DomainError) -> Int {
        try count(.all(of: owner), in: .contacts, countMax)
    }

    package func contacts(
        of owner: UserNumber,
        after place: Sequence?,
        limit: Int
    ) throws(DomainError) -> (contacts: [Contact], next: Sequence?) {
        var contacts: [Contact] = []
        var last: Sequence?
        var hasMore = false
        let range = KeyRange.after(place ?? .start, of: owner)
        try scanSound(.contacts, range, .ascending, atMost: limit.andOneMore) {
            key,
            value throws(DomainError) in
            guard contacts.count < limit else {
                hasMore = true
                return .stop
            }
            let sequence = Sequence(try key.number(at: 8, of: .contact))
            contacts.append(try contact(Place(owner, sequence), try ContactRecord(value)))
            last = sequence
            return .next
        }
        return (contacts, hasMore ? last : nil)
    }

    /// The contact that was registered at a place.
    package func contact(at place: Place) throws(DomainError) -> Contact? {
        guard let record = try contactRecord(at: place) else { return nil }
        return try contact(place, record)
    }

    /// The stored form of a contact.
    package func contactRecord(at place: Place) throws(DomainError) -> ContactRecord? {
        try value(of: .place(place), in: .contacts) { value throws(DomainError) in
            try ContactRecord(value)
        }
    }

    /// A contact is linked as long as the account at its other end exists: the removal of that one
    /// shows at once, and the records follow (`StoreTransaction.unlink`).
    private func contact(
        _ place: Place,
        _ record: ContactRecord
    ) throws(DomainError) -> Contact {
        var linkedUser = record.linkedUser.map(UserNumber.init(_:))
        if let number = linkedUser, try !contains(.user(number), in: .users) { linkedUser = nil }
        return Contact(
            id: secrets.identifiers.contactID(owner: place.user, place.sequence),
            owner: place.user,
            name: ContactName(stored: record.name),
            details: record.details,
            registeredAt: Instant(milliseconds: record.registeredAt),
            linkedUser: linkedUser
        )
    }
}
