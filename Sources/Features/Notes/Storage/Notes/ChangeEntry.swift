package import Domain
package import NoteRules
internal import Records

/// What happened at a place of a user's feed, other than a note that came or went.
///
/// Value bytes: the kind (1), then the place it speaks of (8, big-endian) or the contact's id
/// (16). What it speaks of is looked up when the feed is read. Behind the place of a deleted sent
/// note follows the sealed way to its receiver's record (16), if there was one, and behind that of
/// the note that made a block the pseudonym under which the block is (16).
package enum ChangeEntry: Equatable {
    /// A received note got its answer.
    case answeredReceived(Sequence)
    /// A sent note got its answer.
    case answeredSent(Sequence)
    /// A contact, registered at this place, was added or changed.
    case contact(Sequence)
    /// A contact was deleted; its id is all that stays of it.
    case contactDeleted(ContactID)
    /// The account was opened or changed.
    case user
    /// A received note was deleted: the tombstone that keeps its place taken.
    case receivedDeleted(Sequence)
    /// A sent note was deleted. The way to the receiver's record stays, for the name there goes
    /// with the sender's account.
    case sentDeleted(Sequence, receiver: OpaqueID?)
    /// A received note shows something else than it did, for its sender is gone.
    case receivedChanged(Sequence)
    /// A sent note shows something else than it did, for its receiver is gone.
    case sentChanged(Sequence)
    /// A sender was blocked by a received note.
    case blocked(Sequence, pseudonym: OpaqueID)
    /// The block that a received note had made was taken back.
    case unblocked(Sequence)

    private enum Kind: UInt8 {
        case answeredReceived = 1
        case answeredSent = 2
        case contact = 3
        case contactDeleted = 4
        case user = 5
        case receivedDeleted = 6
        case sentDeleted = 7
        case receivedChanged = 8
        case sentChanged = 9
        case blocked = 10
        case unblocked = 11
    }

    /// Reads a stored value.
    package init(_ value: RawSpan) throws(DomainError) {
        let kind = RecordKind.change
        switch Kind(rawValue: try value.byte(at: 0, of: kind)) {
        case .answeredReceived: self = .answeredReceived(try Self.sequence(in: value))
        case .answeredSent: self = .answeredSent(try Self.sequence(in: value))
        case .contact: self = .contact(try Self.sequence(in: value))
        case .contactDeleted: self = .contactDeleted(ContactID(try value.id(at: 1, of: kind)))
        case .user: self = .user
        case .receivedDeleted: self = .receivedDeleted(try Self.sequence(in: value))
        case .sentDeleted:
            let hasRoute = value.byteCount > Self.idOffset
            self = .sentDeleted(
                try Self.sequence(in: value),
                receiver: hasRoute ? try value.id(at: Self.idOffset, of: kind) : nil
            )
        case .receivedChanged: self = .receivedChanged(try Self.sequence(in: value))
        case .sentChanged: self = .sentChanged(try Self.sequence(in: value))
        case .blocked:
            let pseudonym = try value.id(at: Self.idOffset, of: kind)
            self = .blocked(try Self.sequence(in: value), pseudonym: pseudonym)
        case .unblocked: self = .unblocked(try Self.sequence(in: value))
        case nil: throw kind.damaged
        }
    }

    /// The bytes to store.
    package func encoded() -> [UInt8] {
        switch self {
        case .answeredReceived(let sequence): Self.encode(.answeredReceived, sequence)
        case .answeredSent(let sequence): Self.encode(.answeredSent, sequence)
        case .contact(let sequence): Self.encode(.contact, sequence)
        case .contactDeleted(let id): [Kind.contactDeleted.rawValue] + id.opaque.bytes
        case .user: [Kind.user.rawValue]
        case .receivedDeleted(let sequence): Self.encode(.receivedDeleted, sequence)
        case .sentDeleted(let sequence, let receiver):
            Self.encode(.sentDeleted, sequence) + (receiver?.bytes ?? [])
        case .receivedChanged(let sequence): Self.encode(.receivedChanged, sequence)
        case .sentChanged(let sequence): Self.encode(.sentChanged, sequence)
        case .blocked(let sequence, let pseudonym):
            Self.encode(.blocked, sequence) + pseudonym.bytes
        case .unblocked(let sequence): Self.encode(.unblocked, sequence)
        }
    }

    /// Where an id stands behind a place.
    private static let idOffset = 1 + MemoryLayout<UInt64>.size

    private static func sequence(in value: RawSpan) throws(DomainError) -> Sequence {
        Sequence(try value.number(at: 1, of: .change))
    }

    private static func encode(_ kind: Kind, _ sequence: Sequence) -> [UInt8] {
        var bytes = [kind.rawValue]
        bytes.append(bigEndian: sequence.rawValue)
        return bytes
    }
}
