package import Domain
package import StorageEngine

/// Where something stands that people share: in a feed, at the place where that told that it was
/// put there.
package struct SharedPlace: TwoPartKey {
    /// The feed of what it belongs to.
    package var feed: SharedFeed
    /// Which entry of the feed told of it.
    package var sequence: Sequence

    /// Names the place by both.
    package init(_ feed: SharedFeed, _ sequence: Sequence) {
        self.feed = feed
        self.sequence = sequence
    }

    /// Both.
    package var pair: (SharedFeed, Sequence) { (feed, sequence) }
}

extension IdentifierCipher {
    /// The id of a kind that a shared place makes, the same for all.
    package func seal(_ place: SharedPlace, for purpose: KeyPurpose) -> OpaqueID {
        seal(place.feed.rawValue, place.sequence.rawValue, for: purpose)
    }

    /// The shared place behind an id of a kind.
    package func sharedPlace(behind id: OpaqueID, for purpose: KeyPurpose) -> SharedPlace {
        let numbers = open(id, for: purpose)
        return SharedPlace(SharedFeed(rawValue: numbers.high), Sequence(numbers.low))
    }
}

extension KeyRange {
    /// All that belongs to a feed, in a table whose keys begin with one.
    package static func all(of feed: SharedFeed) -> KeyRange { KeyRange(prefix: feed.storedKey) }

    /// A feed's part of a table of shared places, behind a place.
    static func after(_ place: Sequence, of feed: SharedFeed) -> KeyRange {
        KeyRange(
            lower: SharedPlace(feed, place.next).storedKey,
            upper: feed.storedKey.prefixSuccessor
        )
    }

    /// A feed's part of a table of shared places, before a place.
    package static func before(_ place: Sequence?, of feed: SharedFeed) -> KeyRange {
        guard let place else { return .all(of: feed) }
        return KeyRange(lower: feed.storedKey, upper: SharedPlace(feed, place).storedKey)
    }
}

/// What an entry of a feed tells of something that stands in it.
///
/// Entry bytes: what happened (1), the place where it was put (8). Any feature may have entries of
/// another form instead.
package protocol SharedEvent: RawRepresentable<UInt8>, Sendable {
    /// Whether it tells that something is gone, of which who begins to read need not hear.
    var isEnd: Bool { get }
}

extension SharedEvent {
    /// Reads what an entry of a feed tells, and of what.
    ///
    /// - Throws: `dataLoss` where it is none; `kind` is what is shared.
    package static func read(
        _ entry: RawSpan,
        of feed: SharedFeed,
        _ kind: RecordKind
    ) throws(DomainError) -> (Self, SharedPlace) {
        try entry.requireByteCount(9, of: kind)
        guard let told = Self(rawValue: try entry.byte(at: 0, of: kind)) else {
            throw kind.damaged
        }
        return (told, SharedPlace(feed, try Sequence(in: entry, at: 1, of: kind)))
    }

    /// The entry that tells this of what was put at a place, there or at a later one.
    package func entry(of place: SharedPlace, at told: Sequence? = nil) -> SharedChangeRow {
        SharedChangeRow(
            at: SharedPlace(place.feed, told ?? place.sequence),
            encoded(place.sequence)
        )
    }

    /// The entry, of what was put at a place.
    func encoded(_ place: Sequence) -> [UInt8] { [rawValue] + place.storedBytes }
}

/// What a feed tells in which things of one kind stand that are never changed.
package enum SharedEntry: UInt8, SharedEvent {
    /// It was put there.
    case put = 1
    /// It was deleted.
    case deleted = 2

    /// Whether it was deleted.
    package var isEnd: Bool { self == .deleted }
}

extension StoreTransaction {
    /// Tells in a feed that something is put there, and answers the place for it in a table.
    package func takePlace<Row: KeyedRow>(
        in feed: SharedFeed,
        of table: SchemaTable<Row>,
        telling event: some SharedEvent = SharedEntry.put
    ) throws(DomainError) -> SharedPlace where Row.Form == SharedPlace {
        var place = SharedPlace(feed, .start)
        repeat {
            place.sequence = try append(to: feed) { event.encoded($0) }
            // What is there gets the entry again that damage took from the end of the feed.
        } while try contains(place.storedKey, in: table.id)
        return place
    }

    /// Tells in a feed what became of what stands at a place, instead of what was told of it
    /// before; answers where that is told.
    package func tell(
        _ event: some SharedEvent,
        of place: SharedPlace,
        insteadOf told: Sequence
    ) throws(DomainError) -> Sequence {
        let next = try append(event.encoded(place.sequence), to: place.feed)
        try deleteEntry(at: told, of: place.feed)
        return next
    }

    /// Deletes what stands at a place with what finds it, and has the feed tell that instead of
    /// that it was put there: four records, if one finds it.
    package func deleteShared<Row: KeyedRow>(
        at place: SharedPlace,
        in table: SchemaTable<Row>
    ) throws(DomainError) where Row.Form == SharedPlace {
        try delete(at: place, in: table)
        _ = try tell(SharedEntry.deleted, of: place, insteadOf: place.sequence)
    }
}
