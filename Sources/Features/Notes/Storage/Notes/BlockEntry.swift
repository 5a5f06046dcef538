package import Domain
package import NoteRules
internal import Records

/// A block as it is stored, under its receiver, the sender's pseudonym and the note's place.
///
/// Value bytes: the time (8, milliseconds, big-endian), then which notes it stops (1): 1 anonymous
/// ones, 2 those that show their sender. Blocks of earlier versions end before that, and stop what
/// discloses as much as the note does that made them.
package struct BlockEntry: Equatable {
    /// When the receiver blocked the sender.
    package var blockedAt: Instant
    /// What it stops; nil if the note has to be asked.
    package var disclosure: Disclosure?

    private static let anonymous: UInt8 = 1
    private static let username: UInt8 = 2

    /// Joins when somebody was blocked and what the block stops.
    package init(blockedAt: Instant, disclosure: Disclosure?) {
        self.blockedAt = blockedAt
        self.disclosure = disclosure
    }

    /// Reads a stored value.
    package init(_ value: RawSpan) throws(DomainError) {
        let kind = RecordKind.block
        blockedAt = Instant(milliseconds: try value.number(at: 0, of: kind))
        guard value.byteCount > Self.timeByteCount else {
            disclosure = nil
            return
        }
        switch try value.byte(at: Self.timeByteCount, of: kind) {
        case Self.anonymous: disclosure = .anonymous
        case Self.username: disclosure = .username
        default: throw kind.damaged
        }
        guard value.byteCount == Self.timeByteCount + 1 else { throw kind.damaged }
    }

    /// The bytes to store.
    package func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: blockedAt.milliseconds)
        switch disclosure {
        case .anonymous: bytes.append(Self.anonymous)
        case .username: bytes.append(Self.username)
        case nil: break
        }
        return bytes
    }

    private static let timeByteCount = MemoryLayout<Int64>.size
}

extension Disclosure {
    /// What a note discloses that hides its sender or does not.
    package init(isAnonymous: Bool) {
        self = isAnonymous ? .anonymous : .username
    }
}
