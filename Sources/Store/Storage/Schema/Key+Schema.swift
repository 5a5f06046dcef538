internal import Cryptography
internal import Domain

// The keys of every table; Schema.md draws them. Numbers are big-endian, so that the order of the
// bytes is the order of the numbers.
extension Key {
    /// Builds a key from its parts.
    private init(_ fill: (inout Key) -> Void) {
        self.init()
        fill(&self)
    }

    /// Appends an id.
    mutating func append(_ id: OpaqueID) {
        append(id.high)
        append(id.low)
    }

    /// What the `counters` table counts.
    enum Counter: Hashable {
        /// The number that the next account or guest gets.
        case nextUserNumber
        /// How much was sent by a door.
        case sent(DoorSums.Door)

        var rawValue: UInt8 {
            switch self {
            case .nextUserNumber: 1
            case .sent(let door): door.kind.firstCounter + door.entrance.counterOffset
            }
        }

        init?(rawValue: UInt8) {
            let all = [.nextUserNumber] + DoorSums.Door.all.map(Counter.sent)
            guard let counter = all.first(where: { $0.rawValue == rawValue }) else { return nil }
            self = counter
        }
    }

    /// The only key of `meta`.
    static var store: Key { Key { $0.append(1 as UInt8) } }

    /// A key of `counters`.
    static func counter(_ counter: Counter) -> Key { Key { $0.append(counter.rawValue) } }

    /// A key of `users`.
    static func user(_ number: UserNumber) -> Key { Key { $0.append(number.rawValue) } }

    /// A key of `erasures`.
    static func erasure(_ number: UserNumber) -> Key { user(number) }

    /// A key of `usernames`.
    static func username(_ digest: Digest) -> Key { Key { $0.append(digest.bytes) } }

    /// A key of `emails`.
    static func email(_ digest: Digest) -> Key { Key { $0.append(digest.bytes) } }

    /// A key of `links`.
    static func link(_ digest: Digest) -> Key { Key { $0.append(digest.bytes) } }

    /// A key of `sessions`.
    static func session(_ session: SessionKey) -> Key {
        Key { key in
            key.append(session.user.rawValue)
            key.append(session.number)
        }
    }

    /// `inbox`, `sent`, `changes` and `contacts`: all that has a place in somebody's life.
    static func place(_ user: UserNumber, _ sequence: Sequence) -> Key {
        Key { key in
            key.append(user.rawValue)
            key.append(sequence.rawValue)
        }
    }

    /// The same, of a place.
    static func place(_ place: Place) -> Key { .place(place.user, place.sequence) }

    /// A key of `contact_names`.
    static func contactName(_ owner: UserNumber, _ digest: OpaqueID) -> Key {
        Key { key in
            key.append(owner.rawValue)
            key.append(digest)
        }
    }

    /// A key of `contact_messages`.
    static func contactMessage(
        _ viewer: UserNumber,
        _ contact: ContactID,
        _ sequence: Sequence
    ) -> Key {
        Key { key in
            key.append(viewer.rawValue)
            key.append(contact.opaque)
            key.append(sequence.rawValue)
        }
    }

    /// A key of `blocks`.
    static func block(
        by receiver: UserNumber,
        _ pseudonym: OpaqueID,
        _ sequence: Sequence
    ) -> Key {
        Key { key in
            key.append(receiver.rawValue)
            key.append(pseudonym)
            key.append(sequence.rawValue)
        }
    }

    /// A key of `erased`.
    static func erased(_ digest: OpaqueID) -> Key { Key { $0.append(digest) } }

    /// A key of `shown_names`: a user, and the way to a note whose sender's record shows the name.
    static func shownName(of user: UserNumber, by senderRoute: OpaqueID) -> Key {
        Key { key in
            key.append(user.rawValue)
            key.append(senderRoute)
        }
    }

    /// A key of `held`: the way to the sender's record of a note that waits.
    static func held(_ senderRoute: OpaqueID) -> Key { Key { $0.append(senderRoute) } }

    /// A key of `linked_contacts`: a user, and where somebody registered a contact that is linked
    /// to that one.
    static func linkedContact(of user: UserNumber, _ contact: Place) -> Key {
        Key { key in
            key.append(user.rawValue)
            key.append(contact.user.rawValue)
            key.append(contact.sequence.rawValue)
        }
    }

    /// A key of `untold_changes`: who is being erased, and the place of a note of another person.
    static func untoldChange(by user: UserNumber, _ note: Place) -> Key {
        linkedContact(of: user, note)
    }

    /// A key of `reports`.
    static func report(_ number: UInt64) -> Key { Key { $0.append(number) } }

    /// A key of `audit`.
    static func audit(_ number: UInt64) -> Key { Key { $0.append(number) } }

    /// A key of `bans`.
    static func ban(_ pseudonym: OpaqueID) -> Key { Key { $0.append(pseudonym) } }

    /// A key of `reset_codes`.
    static func resetCode(_ digest: [UInt8]) -> Key { Key { $0.append(digest.span.bytes) } }

    /// A key of `unwanted_words`.
    static func unwantedWord(_ owner: UserNumber, _ digest: OpaqueID) -> Key {
        Key { key in
            key.append(owner.rawValue)
            key.append(digest)
        }
    }

    /// Where the replies of a day begin.
    static func firstReply(ofDay day: UInt32) -> Key { Key { $0.append(day) } }

    /// A key of `replies`.
    static func reply(day: UInt32, _ user: UserNumber, _ digest: OpaqueID) -> Key {
        Key { key in
            key.append(day)
            key.append(user.rawValue)
            key.append(digest)
        }
    }

    /// Where the replies to a user on a day begin.
    static func firstReply(ofDay day: UInt32, to user: UserNumber) -> Key {
        Key { key in
            key.append(day)
            key.append(user.rawValue)
        }
    }
}

extension SentKind {
    /// The counter of what came in by the first entrance; there is room for sixteen.
    fileprivate var firstCounter: UInt8 {
        switch self {
        case .noteByLink: 0x10
        case .noteByContact: 0x20
        case .answer: 0x30
        }
    }
}

extension Entrance {
    fileprivate var counterOffset: UInt8 {
        switch self {
        case .tcp: 0
        case .tls: 1
        case .unix: 2
        }
    }
}
