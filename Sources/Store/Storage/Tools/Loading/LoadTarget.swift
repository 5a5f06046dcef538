internal import Domain

/// Where the records of a dump wait for their store, and the keys that make its entries.
struct LoadTarget {
    let records: WaitingRecords
    let secrets: StoreSecrets

    /// Stores a record whose key is greater than all of its table.
    ///
    /// - Throws: That it is not.
    func append(_ value: [UInt8], for key: Key, in table: TableID) throws(DumpProblem) {
        guard records.append(value.span.bytes, for: key, in: table) else {
            throw DumpProblem("it stands after a record that it comes before")
        }
    }

    /// Stores an entry that finds a record by a number.
    func putEntry(_ number: UInt64, for key: Key, in table: TableID) {
        var value: [UInt8] = []
        value.append(bigEndian: number)
        records.putEntry(value, for: key, in: table)
    }

    /// Stores that a sender's record shows the name of a user.
    func putName(of user: UserNumber, shownAt place: Place) {
        let way = secrets.identifiers.sealSenderRoute(place)
        records.putEntry([ShownName.version], for: .shownName(of: user, by: way), in: .shownNames)
    }

    /// Stores that a contact is linked to a user.
    func putLink(to user: UserNumber, from contact: Place) {
        let key = Key.linkedContact(of: user, contact)
        records.putEntry([LinkedContact.version], for: key, in: .linkedContacts)
    }

    /// Stores that a note belongs to a contact.
    func putEntry(_ side: MessageSide, at place: Place, through contact: ContactID) {
        let key = Key.contactMessage(place.user, contact, place.sequence)
        records.putEntry([side.rawValue], for: key, in: .contactMessages)
    }
}
