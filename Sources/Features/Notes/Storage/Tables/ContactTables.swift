package import Domain
package import NoteRules
package import Records
package import StorageEngine

// The people whom somebody keeps, and what finds them and their notes.

extension TableID {
    static let contactNames = TableID(rawValue: 8)
    /// What finds the notes of a contact, by the viewer, the contact and the note's place.
    package static let contactMessages = TableID(rawValue: 11)
    /// What finds the contacts that are linked to a user, by that one and the contact's place.
    package static let linkedContacts = TableID(rawValue: 24)
}

extension Key {
    /// A key of `contact_names`.
    static func contactName(_ owner: UserNumber, _ digest: OpaqueID) -> Key {
        ContactNameEntry.Form.key(owner, digest)
    }

    /// A key of `contact_messages`.
    package static func contactMessage(
        _ viewer: UserNumber,
        _ contact: ContactID,
        _ sequence: Sequence
    ) -> Key {
        ContactMessageEntry.Form.key(viewer, contact.opaque, sequence)
    }

    /// A key of `linked_contacts`: a user, and where somebody registered a contact that is linked
    /// to that one.
    package static func linkedContact(of user: UserNumber, _ contact: Place) -> Key {
        LinkedContact.Form.key(user, contact.user, contact.sequence)
    }
}

extension KeyRange {
    /// A viewer's part of `contact_messages` for one contact, before a place.
    static func before(
        _ place: Sequence?,
        of viewer: UserNumber,
        through contact: ContactID
    ) -> KeyRange {
        let prefix = TwoParts<UserNumber, OpaqueID>.key(viewer, contact.opaque)
        guard let place else { return KeyRange(prefix: prefix) }
        return KeyRange(lower: prefix, upper: .contactMessage(viewer, contact, place))
    }
}

/// A person whom a user keeps.
package struct ContactRow {
    /// Whose contact it is, and where that one registered it.
    package var place = Place(.nobody, .start)
    /// What is stored under the key.
    package var record = ContactRecord()
}

/// What finds a contact by its name.
package struct ContactNameEntry {
    typealias Form = TwoParts<UserNumber, OpaqueID>

    let owner: UserNumber
    let digest: OpaqueID
    let sequence: Sequence
}

/// What finds a note by its contact.
package struct ContactMessageEntry {
    typealias Form = ThreeParts<UserNumber, OpaqueID, Sequence>

    let place: Place
    let contact: ContactID
    let side: MessageSide

    /// Reads one, or damage.
    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        let (viewer, contact, sequence) = try Form.values(of: key, .uniqueEntry)
        try value.requireByteCount(1, of: .uniqueEntry)
        guard let side = MessageSide(rawValue: try value.byte(at: 0, of: .uniqueEntry)) else {
            throw RecordKind.uniqueEntry.damaged
        }
        place = Place(viewer, sequence)
        self.contact = ContactID(contact)
        self.side = side
    }

    /// Lists a note under a contact.
    init(_ side: MessageSide, at place: Place, through contact: ContactID) {
        self.place = place
        self.contact = contact
        self.side = side
    }

    var key: Key { .contactMessage(place.user, contact, place.sequence) }

    /// The entry that an index makes.
    var made: IndexEntry { IndexEntry(key, [side.rawValue]) }
}

extension Schema {
    /// People whom users keep, by the owner and the place of the registration.
    package static let contacts = SchemaTable<ContactRow>(
        .contacts,
        "contacts",
        key: Place.Form("owner", "seq"),
        owner: .account,
        erasure: .step(.contacts),
        sight: .nothing,
        archive: .goesWithPerson,
        form: RecordForm(.contact, blank: ContactRow()) { key, value throws(DomainError) in
            ContactRow(place: try Place(key: key, of: .contact), record: try ContactRecord(value))
        } key: { row in
            .place(row.place)
        } value: { row, _ in
            row.record.encoded()
        },
        indexes: [
            TableIndex(
                .contactNames,
                "its name does not lead to it",
                .untilErasure
            ) { row, secrets in
                let name = secrets.digests.contactName(ContactName(stored: row.record.name))
                return IndexEntry(
                    .contactName(row.place.user, name),
                    number: row.place.sequence.rawValue
                )
            },
            // So that its owner is told when that one goes.
            TableIndex(
                .linkedContacts,
                "whom it is linked to does not lead to it",
                .untilErasure
            ) { row, _ in
                row.record.linkedUser.map { user in
                    let key = Key.linkedContact(of: UserNumber(user), row.place)
                    return IndexEntry(key, [LinkedContact.version])
                }
            },
        ],
        line: DumpLine(
            "contact",
            place: 1,
            isShownWithoutSenders: true,
            moment: { Instant(milliseconds: $0.record.registeredAt) },
            fields: [
                .person("owner", \.place.user),
                .sequence(\.place.sequence),
                .id { row, secrets in
                    secrets.identifiers.contactID(owner: row.place.user, row.place.sequence).opaque
                },
            ] + ContactRecord.members
        )
    )

    /// What finds a contact by its owner and a digest of its name.
    package static let contactNames = SchemaTable<ContactNameEntry>(
        .contactNames,
        "contact_names",
        key: ContactNameEntry.Form("owner", "half a hash of the name"),
        owner: .person,
        erasure: .withPerson,
        sight: .nothing,
        archive: .goesWithPerson,
        form: RecordForm(
            .uniqueEntry,
            blank: ContactNameEntry(
                owner: .nobody,
                digest: OpaqueID(high: 0, low: 0),
                sequence: .start
            )
        ) { key, value throws(DomainError) in
            let (owner, digest) = try ContactNameEntry.Form.values(of: key, .uniqueEntry)
            try value.requireByteCount(8, of: .uniqueEntry)
            let sequence = Sequence(try value.number(at: 0, of: .uniqueEntry))
            return ContactNameEntry(owner: owner, digest: digest, sequence: sequence)
        } key: { entry in
            .contactName(entry.owner, entry.digest)
        } value: { entry, _ in
            [UInt8](bigEndian: entry.sequence.rawValue)
        },
        entries: EntryForm("it leads to no contact of that name") {
            key,
            value,
            _ throws(DomainError) in
            let (owner, _) = try ContactNameEntry.Form.values(of: key, .uniqueEntry)
            let sequence = Sequence(try value.number(at: 0, of: .uniqueEntry))
            return EntryForm.Reference(.contacts, .place(owner, sequence))
        },
        line: nil
    )

    /// What finds the notes of a contact, by the viewer, the contact and the note's place.
    package static let contactMessages = SchemaTable<ContactMessageEntry>(
        .contactMessages,
        "contact_messages",
        key: ContactMessageEntry.Form("viewer", "contact id", "seq"),
        owner: .person,
        erasure: .withPerson,
        sight: .histories,
        archive: .goesWithPerson,
        form: RecordForm(
            .uniqueEntry,
            blank: ContactMessageEntry(
                .decoy,
                at: Place(.nobody, .start),
                through: ContactID(OpaqueID(high: 0, low: 0))
            )
        ) { key, value throws(DomainError) in
            try ContactMessageEntry(key: key, value: value)
        } key: { entry in
            entry.key
        } value: { entry, _ in
            [entry.side.rawValue]
        },
        entries: EntryForm("it leads to no note of that contact") {
            key,
            value,
            _ throws(DomainError) in
            let entry = try ContactMessageEntry(key: key, value: value)
            let table: TableID = entry.side == .received ? .inbox : .sent
            return EntryForm.Reference(table, .place(entry.place))
        },
        line: nil
    )

    /// What finds the contacts that are linked to a user, by that one and the contact's place.
    package static let linkedContacts = SchemaTable<LinkedContact>(
        .linkedContacts,
        "linked_contacts",
        key: LinkedContact.Form("user", "owner", "seq"),
        owner: .person,
        erasure: .step(.links),
        sight: .nothing,
        archive: .goes { key, _, _ throws(DomainError) in
            try LinkedContact(key: key).contact.user
        },
        form: RecordForm(
            .uniqueEntry,
            blank: LinkedContact(user: .nobody, contact: Place(.nobody, .start))
        ) { key, value throws(DomainError) in
            try value.requireVersion(LinkedContact.version, of: .uniqueEntry)
            return try LinkedContact(key: key)
        } key: { entry in
            entry.key
        } value: { _, _ in
            [LinkedContact.version]
        },
        entries: EntryForm("it leads to no contact that is linked to them") {
            key,
            _,
            _ throws(DomainError) in
            EntryForm.Reference(.contacts, .place(try LinkedContact(key: key).contact))
        },
        line: nil
    )
}

/// An entry of `linked_contacts`.
///
/// Key bytes: a user (8), the owner of a contact that is linked to that one (8), where the owner
/// registered it (8).
package struct LinkedContact {
    typealias Form = ThreeParts<UserNumber, UserNumber, Sequence>

    let user: UserNumber
    /// Whose contact it is, and where that one registered it.
    package let contact: Place

    /// The stored form.
    package static let version: UInt8 = 1

    /// Joins both ends of the link.
    init(user: UserNumber, contact: Place) {
        self.user = user
        self.contact = contact
    }

    /// Reads a key.
    package init(key: RawSpan) throws(DomainError) {
        let (user, owner, sequence) = try Form.values(of: key, .uniqueEntry)
        self.init(user: user, contact: Place(owner, sequence))
    }

    var key: Key { .linkedContact(of: user, contact) }
}
