internal import Domain
internal import StorageEngine
internal import NoteRules
internal import AccountRules
internal import Records

// The scans that repositories make; each is contiguous.
extension KeyRange {
    /// Everybody's sessions, behind one.
    static func after(_ session: SessionKey?) -> KeyRange {
        behind(session.map { Key.session($0) })
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
}
