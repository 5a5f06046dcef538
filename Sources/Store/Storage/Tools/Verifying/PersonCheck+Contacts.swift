internal import Domain

// Contacts, what finds them, and which notes belong to them.
extension PersonCheck {
    func checkContacts() throws(StorageError) {
        try check.forEach(of: .contacts, in: .all(of: user), keyByteCount: 16) {
            key,
            value throws(DomainError) in
            let record = try ContactRecord(value)
            guard value.isEqual(to: record.encoded()) else { throw ContactRecord.kind.damaged }
            return (Sequence(try key.number(at: 8, of: .contact)), record)
        } _: { key, contact throws(StorageError) in
            requireOwner(.contacts, key)
            let (sequence, record) = contact
            let isLegal =
                (try? ContactName(record.name)) != nil
                && ShortText.fits(record.relationship, 0...50)
                && ShortText.fits(record.memo, 0...DomainLimits.contactMemoCharactersMax)
                && record.linkedUser != user.rawValue
            check.require(isLegal, .contacts, key, "a field is beyond its limits")
            try checkNameEntry(of: record, at: sequence, key)
            try checkLink(of: record, at: sequence, key)
            let change = Sequence(record.changeSequence)
            try checkFeedEntry(change, .contact(sequence), of: .contacts, key)
        }
    }

    /// Whom a contact is linked to must lead to it, so that its owner is told when that one goes.
    private func checkLink(
        of record: ContactRecord,
        at sequence: Sequence,
        _ key: Key
    ) throws(StorageError) {
        guard let linked = record.linkedUser, !isBeingErased else { return }
        let link = Key.linkedContact(of: UserNumber(linked), Place(user, sequence))
        let isThere = try check.exists(link, in: .linkedContacts)
        check.require(isThere, .contacts, key, "whom it is linked to does not lead to it")
    }

    func checkLinkedContacts() throws(StorageError) {
        try check.forEach(of: .linkedContacts, in: .all(of: user), keyByteCount: 24) {
            key,
            value throws(DomainError) in
            guard value.isEqual(to: [LinkedContact.version]) else {
                throw RecordKind.uniqueEntry.damaged
            }
            return try LinkedContact(key: key).contact
        } _: { key, contact throws(StorageError) in
            let linked: RecordCheck.Found<UInt64?> = try check.find(.place(contact), in: .contacts)
            {
                value throws(DomainError) in try ContactRecord(value).linkedUser
            }
            switch linked {
            case .sound(user.rawValue), .damaged: return
            case .sound, .absent:
                check.report(.linkedContacts, key, "it leads to no contact that is linked to them")
            }
        }
    }

    private func checkNameEntry(
        of record: ContactRecord,
        at sequence: Sequence,
        _ key: Key
    ) throws(StorageError) {
        let name = secrets.digests.contactName(ContactName(stored: record.name))
        let entry = Key.contactName(user, name)
        switch try check.find(
            entry,
            in: .contactNames,
            { value throws(DomainError) in
                Sequence(try value.number(at: 0, of: .uniqueEntry))
            }
        ) {
        case .sound(sequence), .damaged: return
        case .sound, .absent:
            check.require(isBeingErased, .contacts, key, "its name does not lead to it")
        }
    }

    func checkContactNames() throws(StorageError) {
        try check.forEach(of: .contactNames, in: .all(of: user), keyByteCount: 24) {
            _,
            value throws(DomainError) in
            try value.requireByteCount(8, of: .uniqueEntry)
            return Sequence(try value.number(at: 0, of: .uniqueEntry))
        } _: { key, sequence throws(StorageError) in
            if isBeingErased { return }
            let secrets = secrets
            let user = user
            switch try check.find(
                .place(user, sequence),
                in: .contacts,
                {
                    value throws(DomainError) in
                    let name = ContactName(stored: try ContactRecord(value).name)
                    return Key.contactName(user, secrets.digests.contactName(name))
                }
            ) {
            case .sound(key), .damaged: return
            case .sound, .absent:
                check.report(.contactNames, key, "it leads to no contact of that name")
            }
        }
    }

    func checkContactMessages() throws(StorageError) {
        try check.forEach(of: .contactMessages, in: .all(of: user), keyByteCount: 32) {
            key,
            value throws(DomainError) in
            try value.requireByteCount(1, of: .uniqueEntry)
            guard let side = MessageSide(rawValue: try value.byte(at: 0, of: .uniqueEntry)) else {
                throw RecordKind.uniqueEntry.damaged
            }
            let contact = ContactID(try key.id(at: 8, of: .uniqueEntry))
            return (side, contact, Sequence(try key.number(at: 24, of: .uniqueEntry)))
        } _: { key, entry throws(StorageError) in
            if isBeingErased { return }
            let (side, contact, sequence) = entry
            switch try self.contact(ofNoteAt: Place(user, sequence), side) {
            case .sound(contact), .damaged: return
            case .sound, .absent:
                check.report(.contactMessages, key, "it leads to no note of that contact")
            }
        }
    }

    private func contact(
        ofNoteAt place: Place,
        _ side: MessageSide
    ) throws(StorageError) -> RecordCheck.Found<ContactID?> {
        switch side {
        case .decoy:
            let way = ContactID(secrets.identifiers.sealSenderRoute(place))
            return try check.find(.place(place), in: .sent) { value throws(DomainError) in
                try SentNote(value).mayHaveDecoy ? way : nil
            }
        case .received:
            return try check.find(.place(place), in: .inbox) { value throws(DomainError) in
                try ReceivedNoteFields(try ReceivedNote(value), in: value).contact
            }
        case .sent:
            return try check.find(.place(place), in: .sent) { value throws(DomainError) in
                try SentNote(value).contact
            }
        }
    }

    /// The entry by which a contact's history finds a note.
    func checkContactMessage(
        _ contact: ContactID,
        _ sequence: Sequence,
        _ side: MessageSide,
        of table: SchemaTable,
        _ key: Key
    ) throws(StorageError) {
        let entry = Key.contactMessage(user, contact, sequence)
        switch try check.find(
            entry,
            in: .contactMessages,
            { value throws(DomainError) in
                MessageSide(rawValue: try value.byte(at: 0, of: .uniqueEntry))
            }
        ) {
        case .sound(side), .damaged: return
        case .sound, .absent:
            check.report(table, key, "the history of its contact does not lead to it")
        }
    }
}
