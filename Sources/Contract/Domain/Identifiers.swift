internal import TextForms

/// Names an account or guest inside the server.
///
/// Numbers are given out in turn, so they tell who came first: they never leave the server. What
/// people see is the `UserID` made from it.
@usableFromInline
package struct UserNumber: Hashable, Comparable, Sendable {
    /// The number as it was given out, from 1 on; 0 is nobody.
    @usableFromInline
    package let rawValue: UInt64

    /// Wraps a number that the store gave out; 0 is nobody.
    @inlinable
    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Stands for a caller without an identity.
    @inlinable
    package static var nobody: UserNumber { UserNumber(0) }

    /// Orders by who came first.
    @inlinable
    package static func < (left: UserNumber, right: UserNumber) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The place of an event in one user's life, counted from 1; also where a note stands in the
/// history of its receiver or of its sender.
///
/// One count serves notes received and sent, answers, contacts and the profile, and so gives the
/// change feed its order. It never leaves the server in the clear.
@usableFromInline
package struct Sequence: Hashable, Comparable, Sendable {
    /// The count of the user's events up to and with this one; 0 lies before all.
    @usableFromInline
    package let rawValue: UInt64

    /// Wraps a place; 0 lies before all events.
    @inlinable
    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The place before the first event.
    package static let start = Sequence(0)

    /// Orders earlier events of one user first; places of two users say nothing of each other.
    @inlinable
    package static func < (left: Sequence, right: Sequence) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Sixteen bytes that name something to the outside and tell nothing about it.
@usableFromInline
package struct OpaqueID: Hashable, Sendable {
    /// The first eight bytes as a big-endian number.
    @usableFromInline
    package let high: UInt64
    /// The last eight bytes as a big-endian number.
    @usableFromInline
    package let low: UInt64

    /// Joins the two halves of an id, the more significant first.
    @inlinable
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads an id from exactly 16 bytes; nil for any other count.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == OpaqueID.byteCount else { return nil }
        let numbers = bytes.span.bytes
        self.init(
            high: UInt64(bigEndian: numbers.unsafeLoadUnaligned(as: UInt64.self)),
            low: UInt64(
                bigEndian: numbers.unsafeLoadUnaligned(fromByteOffset: 8, as: UInt64.self)
            )
        )
    }

    /// The length of every id.
    @usableFromInline
    package static let byteCount = 16

    /// The id as bytes, most significant first.
    package var bytes: [UInt8] {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { [UInt8]($0) }
    }
}

// Ids as people read them.
extension OpaqueID {
    /// Reads a UUID, its letters in either case; nil for anything else.
    package init?(uuid: String) {
        guard let uuid = UUIDText(uuid) else { return nil }
        self.init(high: uuid.high, low: uuid.low)
    }

    /// The id as a UUID in lower case.
    package var uuid: String { UUIDText(high: high, low: low).text }
}

/// The id of one thing for the outside, which is not taken for that of another kind.
package struct ObjectID<Subject>: Hashable, Sendable {
    /// The 16 bytes that go to the outside, which carry no order and no time.
    package let opaque: OpaqueID

    /// Wraps an id.
    package init(_ opaque: OpaqueID) {
        self.opaque = opaque
    }
}

/// The id by which the outside knows an account or guest, fixed for the life of it.
package typealias UserID = ObjectID<UserNumber>

/// The id by which the owner of a session names it, fixed for the life of it.
package typealias SessionID = ObjectID<SessionKey>

/// Names a session: whose it is, and a random number.
package struct SessionKey: Hashable, Sendable {
    /// Whose session it is, account or guest.
    package var user: UserNumber
    /// Random 64 bits, which tell one user's sessions apart and not their order.
    package var number: UInt64

    /// Joins both parts.
    package init(user: UserNumber, number: UInt64) {
        self.user = user
        self.number = number
    }
}
