internal import Domain
package import NoteRules
package import Records

/// A contact as it is stored, under its owner and the place of its registration.
package struct ContactRecord: StoredRecord {
    /// What the owner calls the person.
    package var name = ""
    var relationship = ""
    var memo = ""
    var registeredAt: Int64 = 0
    /// The number of the account at the other end; nil when there is none.
    package var linkedUser: UInt64?
    /// Where the contact's entry in its owner's feed is.
    package var changeSequence: UInt64 = 0

    enum CodingKeys: Int, CodingKey {
        case name = 1
        case relationship = 2
        case memo = 3
        case registeredAt = 4
        case linkedUser = 5
        case changeSequence = 6
    }

    /// What damage to one is reported as.
    package static let kind = RecordKind.contact

    /// A contact of which nothing is known.
    init() {}

    /// Gathers what is stored of a contact.
    init(_ contact: Contact, changeSequence: Sequence) {
        name = contact.name.text
        relationship = contact.details.relationship
        memo = contact.details.memo
        registeredAt = contact.registeredAt.milliseconds
        linkedUser = contact.linkedUser?.rawValue
        self.changeSequence = changeSequence.rawValue
    }

    /// What the owner wrote about the person.
    package var details: ContactDetails { ContactDetails(relationship: relationship, memo: memo) }

    /// What a dump tells of one, behind where it stands.
    static let members: [Field<ContactRow>] = [
        .written("name", \.record.name),
        .written("relationship", \.record.relationship),
        .written("memo", \.record.memo),
        .moment("registered_at", \.record.registeredAt),
        Field(
            "linked_user",
            .person(Access(optional: \.record.linkedUser, { UserNumber($0) }, { $0.rawValue }))
        ),
        .number("change", \.record.changeSequence, .withSenders),
    ]
}
