internal import Domain
internal import StorageEngine

// Keys of more than one table; those of one are in its file of `Tables`.
extension Key {
    /// Builds a key from its parts.
    init(_ fill: (inout Key) -> Void) {
        self.init()
        fill(&self)
    }

    /// `inbox`, `sent`, `changes` and `contacts`: all that has a place in somebody's life.
    static func place(_ user: UserNumber, _ sequence: Sequence) -> Key {
        Place.Form.key(user, sequence)
    }

    /// The same, of a place.
    static func place(_ place: Place) -> Key { .place(place.user, place.sequence) }
}

extension Place {
    /// Keys that are places.
    typealias Form = TwoParts<UserNumber, Sequence>

    /// Reads a key that is a place, or damage.
    init(key: RawSpan, of kind: RecordKind) throws(DomainError) {
        let (user, sequence) = try Form.values(of: key, kind)
        self.init(user, sequence)
    }
}
