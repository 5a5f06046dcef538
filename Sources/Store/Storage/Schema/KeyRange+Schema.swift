internal import Domain
internal import StorageEngine
internal import NoteRules
internal import AccountRules

// The scans that repositories make; each is contiguous.
extension KeyRange {
    /// All that belongs to a user, in a table whose keys begin with one.
    static func all(of user: UserNumber) -> KeyRange { KeyRange(prefix: .user(user)) }

    /// Everybody's sessions, behind one.
    static func after(_ session: SessionKey?) -> KeyRange {
        behind(session.map { Key.session($0) })
    }

    /// A user's part of a table of places, behind a place.
    static func after(_ place: Sequence, of user: UserNumber) -> KeyRange {
        KeyRange(lower: .place(user, place.next), upper: Key.user(user).prefixSuccessor)
    }

    /// A user's part of a table of places, before a place.
    static func before(_ place: Sequence?, of user: UserNumber) -> KeyRange {
        guard let place else { return .all(of: user) }
        return KeyRange(lower: .user(user), upper: .place(user, place))
    }

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

    /// A receiver's blocks of one sender.
    static func blocks(of pseudonym: OpaqueID, by receiver: UserNumber) -> KeyRange {
        KeyRange(prefix: TwoParts<UserNumber, OpaqueID>.key(receiver, pseudonym))
    }

    /// Replies of the days before a day.
    static func repliesBefore(day: UInt32) -> KeyRange {
        KeyRange(lower: Key(), upper: .firstReply(ofDay: day))
    }

    /// Replies of the days behind one, up to and with another one.
    static func replies(after first: UInt32, through last: UInt32) -> KeyRange {
        KeyRange(
            lower: .firstReply(ofDay: first == .max ? .max : first + 1),
            upper: last == .max ? nil : .firstReply(ofDay: last + 1)
        )
    }
}
