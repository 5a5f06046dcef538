public import Domain
package import StorageEngine

// Keys of more than one table; those of one are beside its declaration.
extension Key {
    /// Builds a key from its parts.
    package init(_ fill: (inout Key) -> Void) {
        self.init()
        fill(&self)
    }

    /// A user's number: where all of somebody begins in tables that are ordered by person.
    package static func user(_ number: UserNumber) -> Key { OnePart<UserNumber>.key(number) }

    /// `inbox`, `sent`, `changes` and `contacts`: all that has a place in somebody's life.
    package static func place(_ user: UserNumber, _ sequence: Sequence) -> Key {
        Place.Parts.key(user, sequence)
    }

    /// The same, of a place.
    package static func place(_ place: Place) -> Key { .place(place.user, place.sequence) }
}

extension Place: TwoPartKey {
    /// Both.
    @usableFromInline
    package var pair: (UserNumber, Sequence) { (user, sequence) }

    /// Keys that are places, made part by part.
    package typealias Parts = TwoParts<UserNumber, Sequence>
}

/// An id or a hash that somebody has, as a key: that of the person comes first.
package struct OwnedID: TwoPartKey {
    /// Whose it is.
    package var user: UserNumber
    /// The id, or half a hash.
    package var id: OpaqueID

    /// Joins both.
    package init(_ user: UserNumber, _ id: OpaqueID) {
        self.user = user
        self.id = id
    }

    /// Both.
    package var pair: (UserNumber, OpaqueID) { (user, id) }
}

extension Sequence {
    /// The place behind this one; there is none that a count of events could not reach.
    package var next: Sequence { Sequence(rawValue == .max ? .max : rawValue + 1) }
}
