internal import Cryptography
internal import Domain
internal import NoteRules
internal import AccountRules

/// Makes the ids that leave the server out of numbers that must not, and turns them back.
///
/// An id is its two numbers, encrypted as one block under a key of its kind alone. So it needs no
/// index, tells neither order nor time, and cannot be joined with another kind's id of the same
/// thing. Every 16 bytes decrypt to something: who turns an id back checks the numbers against
/// the caller and against what is stored.
final class IdentifierCipher: Sendable {
    private let user: BlockPermutation
    private let contact: BlockPermutation
    private let received: BlockPermutation
    private let sent: BlockPermutation
    private let session: BlockPermutation
    private let senderRoute: BlockPermutation
    private let receiverRoute: BlockPermutation

    /// Derives one key for each kind of id.
    init(masterKey: MasterKey) {
        user = BlockPermutation(key: masterKey.subkey(.userID))
        contact = BlockPermutation(key: masterKey.subkey(.contactID))
        received = BlockPermutation(key: masterKey.subkey(.receivedID))
        sent = BlockPermutation(key: masterKey.subkey(.sentID))
        session = BlockPermutation(key: masterKey.subkey(.sessionLocator))
        senderRoute = BlockPermutation(key: masterKey.subkey(.senderRoute))
        receiverRoute = BlockPermutation(key: masterKey.subkey(.receiverRoute))
    }

    /// The id of an account or guest.
    func userID(of number: UserNumber) -> UserID {
        UserID(user.seal(number.rawValue, 0))
    }

    /// The number behind the id of an account or guest; nil for an id that was never given out.
    func userNumber(of id: UserID) -> UserNumber? {
        let numbers = user.open(id.opaque)
        return numbers.low == 0 ? UserNumber(numbers.high) : nil
    }

    /// The id of the contact that its owner registered at this place.
    func contactID(owner: UserNumber, _ sequence: Sequence) -> ContactID {
        ContactID(contact.seal(owner.rawValue, sequence.rawValue))
    }

    /// The owner of a contact, and where it was registered.
    func place(of id: ContactID) -> Place {
        Place(contact.open(id.opaque))
    }

    /// The receiver's id of a note.
    func receivedID(_ place: Place) -> MessageID {
        MessageID(received.seal(place.user.rawValue, place.sequence.rawValue))
    }

    /// Where the note of a receiver's id would lie.
    func receivedPlace(of id: MessageID) -> Place {
        Place(received.open(id.opaque))
    }

    /// The sender's id of a note.
    func sentID(_ place: Place) -> MessageID {
        MessageID(sent.seal(place.user.rawValue, place.sequence.rawValue))
    }

    /// Where the note of a sender's id would lie.
    func sentPlace(of id: MessageID) -> Place {
        Place(sent.open(id.opaque))
    }

    /// What tokens of a session begin with.
    func locator(of key: SessionKey) -> OpaqueID {
        session.seal(key.user.rawValue, key.number)
    }

    /// The session that a token's beginning would point to.
    func sessionKey(at locator: OpaqueID) -> SessionKey {
        let numbers = session.open(locator)
        return SessionKey(user: UserNumber(numbers.high), number: numbers.low)
    }

    /// Hides in a received note where its sender's record is.
    func sealSenderRoute(_ place: Place) -> OpaqueID {
        senderRoute.seal(place.user.rawValue, place.sequence.rawValue)
    }

    /// Where the sender's record of a received note is.
    func openSenderRoute(_ route: OpaqueID) -> Place {
        Place(senderRoute.open(route))
    }

    /// Hides in a sent note where its receiver's record is.
    func sealReceiverRoute(_ place: Place) -> OpaqueID {
        receiverRoute.seal(place.user.rawValue, place.sequence.rawValue)
    }

    /// Hides in a sent note whose name it shows, where no receiver's record is.
    func sealName(of receiver: UserNumber) -> OpaqueID {
        sealReceiverRoute(Place(receiver, .start))
    }

    /// Where the receiver's record of a sent note is.
    func openReceiverRoute(_ route: OpaqueID) -> Place {
        Place(receiverRoute.open(route))
    }
}

extension BlockPermutation {
    fileprivate func seal(_ high: UInt64, _ low: UInt64) -> OpaqueID {
        let block = forward(Block(left: high, right: low))
        return OpaqueID(high: block.left, low: block.right)
    }

    fileprivate func open(_ id: OpaqueID) -> OpaqueID {
        let block = backward(Block(left: id.high, right: id.low))
        return OpaqueID(high: block.left, low: block.right)
    }
}
