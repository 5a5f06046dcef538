package import Domain
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
        Place.Form.key(user, sequence)
    }

    /// The same, of a place.
    package static func place(_ place: Place) -> Key { .place(place.user, place.sequence) }
}

extension Place {
    /// Keys that are places.
    package typealias Form = TwoParts<UserNumber, Sequence>

    /// Reads a key that is a place, or damage.
    package init(key: RawSpan, of kind: RecordKind) throws(DomainError) {
        let (user, sequence) = try Form.values(of: key, kind)
        self.init(user, sequence)
    }
}

extension Sequence {
    /// The place behind this one; there is none that a count of events could not reach.
    package var next: Sequence { Sequence(rawValue == .max ? .max : rawValue + 1) }
}
