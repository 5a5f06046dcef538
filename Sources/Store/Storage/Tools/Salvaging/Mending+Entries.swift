internal import Domain

// What only finds other records, and what waits for something to be done.
extension Mending {
    /// Makes again what finds records, and drops what finds none.
    func mendEntries(in view: SalvageView) throws(StoreToolError) {
        try mendAccountEntries(in: view)
        try mendContactEntries(in: view)
        try mendNoteEntries(in: view)
        try dropOrders(in: view)
    }

    /// Puts an entry unless it is there.
    private func require(
        _ value: [UInt8],
        for key: Key,
        in table: SchemaTable,
        _ view: SalvageView,
        isThere: (RawSpan) throws(DomainError) -> Bool
    ) throws(StoreToolError) {
        if try view.value(of: key, in: table, isThere) == true { return }
        try put(value, for: key, in: table, as: .remade, "it was lost, and finds a record again")
    }

    private func require(
        _ number: UInt64,
        for key: Key,
        in table: SchemaTable,
        _ view: SalvageView
    ) throws(StoreToolError) {
        var value: [UInt8] = []
        value.append(bigEndian: number)
        try require(value, for: key, in: table, view) { $0.isEqual(to: value) }
    }

    private func dropEntry(_ key: Key, in table: SchemaTable) throws(StoreToolError) {
        try drop(key, in: table, "what it finds is not there")
    }

    private func mendAccountEntries(in view: SalvageView) throws(StoreToolError) {
        try view.forEach(of: .users) { key, value throws(DomainError) in
            (UserNumber(try key.number(at: 0, of: .account)), try UserRecord(value))
        } _: { _, account throws(StoreToolError) in
            try step()
            for (key, table) in entries(of: account.1, account.0) {
                try require(account.0.rawValue, for: key, in: table, view)
            }
        }
        for table in [SchemaTable.usernames, .emails, .links] {
            try view.forEach(of: table) { _, value throws(DomainError) in
                UserNumber(try value.number(at: 0, of: .uniqueEntry))
            } _: { key, user throws(StoreToolError) in
                let keys = try view.value(of: .user(user), in: .users) {
                    value throws(DomainError) in
                    entries(of: try UserRecord(value), user).filter { $0.1 == table }.map(\.0)
                }
                if keys?.contains(key) != true { try dropEntry(key, in: table) }
            }
        }
    }

    private func entries(of record: UserRecord, _ user: UserNumber) -> [(Key, SchemaTable)] {
        let digests = secrets.digests
        let username = digests.username(Username(stored: record.username))
        let email = digests.email(EmailAddress(stored: record.email))
        let entries: [(Key, SchemaTable)] = [
            (.username(username), .usernames), (.email(email), .emails),
        ]
        guard let box = record.sealedLinkToken, let token = secrets.openLinkToken(box, of: user)
        else { return entries }
        return entries + [(.link(digests.link(token)), .links)]
    }

    private func mendContactEntries(in view: SalvageView) throws(StoreToolError) {
        try view.forEach(of: .contacts) { key, value throws(DomainError) in
            (try Place(key: key, of: .contact), try ContactRecord(value))
        } _: { _, contact throws(StoreToolError) in
            try step()
            let (place, record) = contact
            if try view.isBeingErased(place.user) { return }
            let name = nameKey(of: record, place.user)
            try require(place.sequence.rawValue, for: name, in: .contactNames, view)
            guard let linked = record.linkedUser else { return }
            let link = Key.linkedContact(of: UserNumber(linked), place)
            let value = [LinkedContact.version]
            try require(value, for: link, in: .linkedContacts, view) { $0.isEqual(to: value) }
        }
        try view.forEach(of: .contactNames) { key, value throws(DomainError) in
            Place(
                UserNumber(try key.number(at: 0, of: .uniqueEntry)),
                Sequence(try value.number(at: 0, of: .uniqueEntry))
            )
        } _: { key, place throws(StoreToolError) in
            if try view.isBeingErased(place.user) { return }
            let found = try view.value(of: .place(place), in: .contacts) {
                value throws(DomainError) in nameKey(of: try ContactRecord(value), place.user)
            }
            if found != key { try dropEntry(key, in: .contactNames) }
        }
        try view.forEach(of: .linkedContacts) { key, _ throws(DomainError) in
            (UserNumber(try key.number(at: 0, of: .uniqueEntry)), try LinkedContact(key: key))
        } _: { key, link throws(StoreToolError) in
            let linked = try view.value(of: .place(link.1.contact), in: .contacts) {
                value throws(DomainError) in try ContactRecord(value).linkedUser
            }
            if linked != link.0.rawValue { try dropEntry(key, in: .linkedContacts) }
        }
    }

    private func nameKey(of record: ContactRecord, _ owner: UserNumber) -> Key {
        .contactName(owner, secrets.digests.contactName(ContactName(stored: record.name)))
    }

    private func mendNoteEntries(in view: SalvageView) throws(StoreToolError) {
        try view.forEach(of: .inbox) { key, value throws(DomainError) in
            let fields = try ReceivedNoteFields(try ReceivedNote(value), in: value)
            return (try Place(key: key, of: .received), fields.contact)
        } _: { _, note throws(StoreToolError) in
            try step()
            if let contact = note.1 { try require(.received, at: note.0, through: contact, view) }
        }
        try view.forEach(of: .sent) { key, value throws(DomainError) in
            (try Place(key: key, of: .sent), try SentNote(value))
        } _: { _, note throws(StoreToolError) in
            try step()
            let (place, sent) = note
            if let contact = sent.contact { try require(.sent, at: place, through: contact, view) }
            guard let name = sent.namedReceiver else { return }
            let user = secrets.identifiers.openReceiverRoute(name).user
            let way = secrets.identifiers.sealSenderRoute(place)
            let key = Key.shownName(of: user, by: way)
            try require([ShownName.version], for: key, in: .shownNames, view) {
                ShownName.isValue($0)
            }
        }
        try dropListed(in: view)
        try dropShownNames(in: view)
    }

    private func require(
        _ side: MessageSide,
        at place: Place,
        through contact: ContactID,
        _ view: SalvageView
    ) throws(StoreToolError) {
        let key = Key.contactMessage(place.user, contact, place.sequence)
        try require([side.rawValue], for: key, in: .contactMessages, view) {
            $0.isEqual(to: [side.rawValue])
        }
    }

    private func dropListed(in view: SalvageView) throws(StoreToolError) {
        let identifiers = secrets.identifiers
        try view.forEach(of: .contactMessages) { key, value throws(DomainError) in
            let place = Place(
                UserNumber(try key.number(at: 0, of: .uniqueEntry)),
                Sequence(try key.number(at: 24, of: .uniqueEntry))
            )
            let side = MessageSide(rawValue: try value.byte(at: 0, of: .uniqueEntry))
            return (place, side, ContactID(try key.id(at: 8, of: .uniqueEntry)))
        } _: { key, entry throws(StoreToolError) in
            let (place, side, contact) = entry
            if try view.isBeingErased(place.user) { return }
            let found: ContactID??
            switch side {
            case .received:
                found = try view.value(of: .place(place), in: .inbox) { value throws(DomainError) in
                    try ReceivedNoteFields(try ReceivedNote(value), in: value).contact
                }
            case .sent:
                found = try view.value(of: .place(place), in: .sent) { value throws(DomainError) in
                    try SentNote(value).contact
                }
            case .decoy:
                let way = ContactID(identifiers.sealSenderRoute(place))
                found = try view.value(of: .place(place), in: .sent) { value throws(DomainError) in
                    try SentNote(value).mayHaveDecoy ? way : nil
                }
            case nil: found = nil
            }
            if found ?? nil != contact { try dropEntry(key, in: .contactMessages) }
        }
    }

    private func dropShownNames(in view: SalvageView) throws(StoreToolError) {
        let identifiers = secrets.identifiers
        try view.forEach(of: .shownNames) { key, _ throws(DomainError) in
            try ShownName(key: key)
        } _: { key, name throws(StoreToolError) in
            let place = identifiers.openSenderRoute(name.way)
            let way = try view.value(of: .place(place), in: .sent) { value throws(DomainError) in
                try SentNote(value).namedReceiver
            }
            let user = (way ?? nil).map { identifiers.openReceiverRoute($0).user }
            if user != name.user { try dropEntry(key, in: .shownNames) }
        }
    }

    /// Drops orders that nobody can carry out any more.
    private func dropOrders(in view: SalvageView) throws(StoreToolError) {
        try view.forEach(of: .held) { key, _ throws(DomainError) in
            try key.id(at: 0, of: .uniqueEntry)
        } _: { key, way throws(StoreToolError) in
            let place = secrets.identifiers.openSenderRoute(way)
            let mayWait = try view.value(of: .place(place), in: .sent) {
                value throws(DomainError) in try SentNote(value).mayBeHeld
            }
            if mayWait != true { try dropEntry(key, in: .held) }
        }
        try view.forEach(of: .untoldChanges) { key, _ throws(DomainError) in
            try UntoldChange(key: key).user
        } _: { key, user throws(StoreToolError) in
            if try !view.isBeingErased(user) { try dropEntry(key, in: .untoldChanges) }
        }
        try view.forEach(of: .erasures) { key, _ throws(DomainError) in
        } _: { key, _ throws(StoreToolError) in
            guard try view.exists(key, in: .users) else { return }
            try drop(key, in: .erasures, "the account is there")
        }
        try view.forEach(of: .resetCodes) { _, value throws(DomainError) in
            UserNumber(try ResetRecord(value).user)
        } _: { key, user throws(StoreToolError) in
            guard try !view.exists(.user(user), in: .users) else { return }
            try dropEntry(key, in: .resetCodes)
        }
    }
}
