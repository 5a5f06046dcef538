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
        OwnedID(owner, digest).storedKey
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
        LinkedContact(user, contact).storedKey
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

/// A person whom a user keeps, under the owner and the place of the registration.
package typealias ContactRow = Keyed<Place, ContactRecord>

/// What finds a contact by its name: the owner and half a hash of it.
package typealias ContactNameEntry = EntryRow<OwnedID, Sequence>

/// What finds a note by its contact.
package struct ContactMessageEntry: TableRow {
    typealias Form = ThreeParts<UserNumber, OpaqueID, Sequence>

    let place: Place
    let contact: ContactID
    let side: MessageSide

    /// The viewer, the contact and the place of the note.
    package static var keyParts: [any KeyValue.Type] { Form.parts }
    /// What a damaged one is called.
    package static let kind = RecordKind.uniqueEntry
    /// One of which nothing is known.
    package static var blank: ContactMessageEntry {
        ContactMessageEntry(
            .decoy,
            at: Place(.nobody, .start),
            through: ContactID(OpaqueID(high: 0, low: 0))
        )
    }

    /// Reads one, or damage.
    package init(key: RawSpan, value: RawSpan) throws(DomainError) {
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

    /// The key to store it under.
    package var storedKey: Key { .contactMessage(place.user, contact, place.sequence) }

    /// On which side the note is.
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] { [side.rawValue] }
}

extension Schema {
    /// People whom users keep, by the owner and the place of the registration.
    package static let contacts = SchemaTable<ContactRow>(
        .contacts,
        "contacts",
        key: ["owner", "seq"],
        owner: .account,
        erasure: .step(.contacts),
        indexes: [
            TableIndex(contactNames, "its name does not lead to it", .untilErasure) {
                row,
                secrets in
                let name = secrets.digests.contactName(ContactName(stored: row.record.name))
                return ContactNameEntry(OwnedID(row.key.user, name), row.key.sequence)
            },
            // So that its owner is told when that one goes.
            TableIndex(
                linkedContacts,
                "whom it is linked to does not lead to it",
                .untilErasure
            ) { row, _ in
                row.record.linkedUser.map { KeyRow(LinkedContact(UserNumber($0), row.key)) }
            },
        ],
        line: DumpLine(
            "contact",
            place: 1,
            isShownWithoutSenders: true,
            moment: { Instant(milliseconds: $0.record.registeredAt) },
            fields: [
                .person("owner", \.key.user),
                .sequence(\.key.sequence),
                .id { row, secrets in
                    secrets.identifiers.contactID(owner: row.key.user, row.key.sequence).opaque
                },
            ] + ContactRecord.members
        )
    )

    /// What finds a contact by its owner and a digest of its name.
    package static let contactNames = SchemaTable<ContactNameEntry>(
        .contactNames,
        "contact_names",
        key: ["owner", "half a hash of the name"],
        entries: EntryForm("it leads to no contact of that name") {
            key,
            value,
            _ throws(DomainError) in
            let owner = try OwnedID(key: key, of: .uniqueEntry).user
            let sequence = Sequence(try value.number(at: 0, of: .uniqueEntry))
            return EntryForm.Reference(.contacts, .place(owner, sequence))
        }
    )

    /// What finds the notes of a contact, by the viewer, the contact and the note's place.
    package static let contactMessages = SchemaTable<ContactMessageEntry>(
        .contactMessages,
        "contact_messages",
        key: ["viewer", "contact id", "seq"],
        sight: .histories,
        entries: EntryForm("it leads to no note of that contact") {
            key,
            value,
            _ throws(DomainError) in
            let entry = try ContactMessageEntry(key: key, value: value)
            let table: TableID = entry.side == .received ? .inbox : .sent
            return EntryForm.Reference(table, .place(entry.place))
        }
    )

    /// What finds the contacts that are linked to a user, by that one and the contact's place.
    package static let linkedContacts = SchemaTable<KeyRow<LinkedContact>>(
        .linkedContacts,
        "linked_contacts",
        key: ["user", "owner", "seq"],
        erasure: .step(.links),
        archive: .goes { key, _, _ throws(DomainError) in
            try LinkedContact(key: key, of: .uniqueEntry).contact.user
        },
        entries: EntryForm("it leads to no contact that is linked to them") {
            key,
            _,
            _ throws(DomainError) in
            let contact = try LinkedContact(key: key, of: .uniqueEntry).contact
            return EntryForm.Reference(.contacts, .place(contact))
        }
    )
}

/// A key of `linked_contacts`.
///
/// Key bytes: a user (8), the owner of a contact that is linked to that one (8), where the owner
/// registered it (8).
package struct LinkedContact: TwoPartKey {
    let user: UserNumber
    /// Whose contact it is, and where that one registered it.
    package let contact: Place

    /// Joins both ends of the link.
    package init(_ user: UserNumber, _ contact: Place) {
        self.user = user
        self.contact = contact
    }

    /// Both ends.
    package var pair: (UserNumber, Place) { (user, contact) }
}
