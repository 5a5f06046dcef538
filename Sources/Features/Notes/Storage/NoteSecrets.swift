internal import Cryptography
package import Domain
package import NoteRules
package import Records
internal import TextFolding

// What notes and contacts are known by outside the server, and found by within.

extension KeyPurpose {
    static let contactID = KeyPurpose(rawValue: 3)
    static let receivedID = KeyPurpose(rawValue: 4)
    static let sentID = KeyPurpose(rawValue: 5)
    static let senderRoute = KeyPurpose(rawValue: 7)
    static let receiverRoute = KeyPurpose(rawValue: 8)
    static let contactName = KeyPurpose(rawValue: 12)
    static let pseudonym = KeyPurpose(rawValue: 13)
    static let unwantedWord = KeyPurpose(rawValue: 17)
}

extension IdentifierCipher {
    /// The id of the contact that its owner registered at this place.
    func contactID(owner: UserNumber, _ sequence: Sequence) -> ContactID {
        ContactID(seal(Place(owner, sequence), for: .contactID))
    }

    /// The owner of a contact, and where it was registered.
    package func place(of id: ContactID) -> Place { place(behind: id.opaque, for: .contactID) }

    /// The receiver's id of a note.
    package func receivedID(_ place: Place) -> MessageID {
        MessageID(seal(place, for: .receivedID))
    }

    /// Where the note of a receiver's id would lie.
    package func receivedPlace(of id: MessageID) -> Place {
        place(behind: id.opaque, for: .receivedID)
    }

    /// The sender's id of a note.
    func sentID(_ place: Place) -> MessageID { MessageID(seal(place, for: .sentID)) }

    /// Where the note of a sender's id would lie.
    func sentPlace(of id: MessageID) -> Place { place(behind: id.opaque, for: .sentID) }

    /// Hides in a received note where its sender's record is.
    package func sealSenderRoute(_ place: Place) -> OpaqueID { seal(place, for: .senderRoute) }

    /// Where the sender's record of a received note is.
    package func openSenderRoute(_ route: OpaqueID) -> Place {
        place(behind: route, for: .senderRoute)
    }

    /// Hides in a sent note where its receiver's record is.
    package func sealReceiverRoute(_ place: Place) -> OpaqueID { seal(place, for: .receiverRoute) }

    /// Hides in a sent note whose name it shows, where no receiver's record is.
    package func sealName(of receiver: UserNumber) -> OpaqueID {
        sealReceiverRoute(Place(receiver, .start))
    }

    /// Where the receiver's record of a sent note is.
    package func openReceiverRoute(_ route: OpaqueID) -> Place {
        place(behind: route, for: .receiverRoute)
    }
}

extension LookupDigests {
    /// Half a hash: it only has to be unique among the contacts of one owner.
    func contactName(_ name: ContactName) -> OpaqueID {
        digest(of: name.text, for: .contactName).firstHalf
    }

    /// The name under which one receiver's blocks know one sender.
    package func pseudonym(of sender: UserNumber, for receiver: UserNumber) -> OpaqueID {
        pseudonym(receiver, sender.rawValue, 0)
    }

    /// The name under which a receiver's blocks know whoever sent one note and is gone.
    func pseudonym(ofUnknownSenderAt place: Place) -> OpaqueID {
        pseudonym(place.user, UserNumber.nobody.rawValue, place.sequence.rawValue)
    }

    private func pseudonym(
        _ receiver: UserNumber,
        _ sender: UInt64,
        _ sequence: UInt64
    ) -> OpaqueID {
        let message = (receiver.rawValue.bigEndian, sender.bigEndian, sequence.bigEndian)
        return withUnsafeBytes(of: message) { message in
            digest(of: message.bytes, for: .pseudonym).firstHalf
        }
    }

    /// Half a hash of what a word is looked for by: it only has to be unique in one list.
    package func unwantedWord(_ word: UnwantedWord) -> OpaqueID {
        digest(of: FoldedText(word.text).bytes.span.bytes, for: .unwantedWord).firstHalf
    }
}
