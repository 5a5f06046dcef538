internal import Domain

/// A contact in a dump.
struct DumpedContact: DumpedRecord {
    static let entity = DumpEntity.contact

    private let place: Place
    private let record: ContactRecord

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        place = try Place(key: key, of: .contact)
        record = try ContactRecord(value)
    }

    var owner: UserNumber? { place.user }
    var moment: Instant? { Instant(milliseconds: record.registeredAt) }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("owner", own: place)
        writeShown(to: &line, secrets)
        line.write("linked_user", number: record.linkedUser)
        line.write("change", number: record.changeSequence)
    }

    func writeWithoutSenders(to line: inout JSONWriter, _ secrets: StoreSecrets) -> Bool {
        line.write("owner", id: secrets.identifiers.userID(of: place.user).opaque)
        writeShown(to: &line, secrets)
        let linked = record.linkedUser.map { secrets.identifiers.userID(of: UserNumber($0)) }
        line.write("linked_user", id: linked?.opaque)
        return true
    }

    private func writeShown(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        let id = secrets.identifiers.contactID(owner: place.user, place.sequence)
        line.write("id", id: id.opaque)
        line.write("name", written: record.name)
        line.write("relationship", written: record.relationship)
        line.write("memo", written: record.memo)
        line.write("registered_at", moment: moment)
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let place = try line.ownPlace("owner")
        let id = store.secrets.identifiers.contactID(owner: place.user, place.sequence)
        try line.requireID(id.opaque)
        let contact = Contact(
            id: id,
            owner: place.user,
            name: ContactName(stored: try line.text("name")),
            relationship: try line.text("relationship"),
            memo: try line.text("memo"),
            registeredAt: try line.moment("registered_at"),
            linkedUser: try line.optionalNumber("linked_user").map(UserNumber.init)
        )
        let changeSequence = Sequence(try line.number("change"))
        let record = ContactRecord(contact, changeSequence: changeSequence)
        try store.append(record.encoded(), for: .place(place), in: .contacts)
        let name = store.secrets.digests.contactName(contact.name)
        let key = Key.contactName(place.user, name)
        store.putEntry(place.sequence.rawValue, for: key, in: .contactNames)
        if let linked = contact.linkedUser { store.putLink(to: linked, from: place) }
    }
}

extension Place {
    /// Reads a key that is a place, or damage.
    init(key: RawSpan, of kind: RecordKind) throws(DomainError) {
        try key.requireByteCount(16, of: kind)
        self = try key.place(at: 0, of: kind)
    }
}
