package import Domain

/// The id of a contact, known to its owner and to whom the owner shows it.
package typealias ContactID = ObjectID<Contact>

/// The id of a note for one of its two people; the other knows the same note by another.
package typealias MessageID = ObjectID<Message>
