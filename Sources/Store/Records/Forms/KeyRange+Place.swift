package import Domain
package import StorageEngine

// The scans that many repositories make; each is contiguous.
extension KeyRange {
    /// All that belongs to a user, in a table whose keys begin with one.
    package static func all(of user: UserNumber) -> KeyRange { KeyRange(prefix: .user(user)) }

    /// A user's part of a table of places, behind a place.
    package static func after(_ place: Sequence, of user: UserNumber) -> KeyRange {
        KeyRange(lower: .place(user, place.next), upper: Key.user(user).prefixSuccessor)
    }

    /// A user's part of a table of places, before a place.
    package static func before(_ place: Sequence?, of user: UserNumber) -> KeyRange {
        guard let place else { return .all(of: user) }
        return KeyRange(lower: .user(user), upper: .place(user, place))
    }
}
