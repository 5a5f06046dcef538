internal import Cryptography
internal import Domain
internal import Records
internal import StorageEngine

// What keys of members and posts are made of.

/// The hash of an e-mail address in a collection.
struct AddressPlace: TwoPartKey {
    var feed: SharedFeed
    var digest: Digest

    init(_ feed: SharedFeed, _ digest: Digest) {
        (self.feed, self.digest) = (feed, digest)
    }

    var pair: (SharedFeed, Digest) { (feed, digest) }
}

/// A place in the list of a collection, by a number that says nothing of the name.
struct RankPlace: TwoPartKey {
    let feed: SharedFeed
    let rank: Rank

    init(_ feed: SharedFeed, _ rank: Rank) {
        (self.feed, self.rank) = (feed, rank)
    }

    var pair: (SharedFeed, Rank) { (feed, rank) }

    /// The number that members are ordered by, and the place of the member, which no other has.
    struct Rank: TwoPartKey, Comparable {
        let number: UInt64
        let place: Sequence

        init(_ number: UInt64, _ place: Sequence) {
            (self.number, self.place) = (number, place)
        }

        var pair: (UInt64, Sequence) { (number, place) }

        static func < (left: Rank, right: Rank) -> Bool { left.pair < right.pair }
    }
}

/// A post among those of its member.
struct PostPlace: TwoPartKey {
    let member: SharedPlace
    let sequence: Sequence

    init(_ member: SharedPlace, _ sequence: Sequence) {
        (self.member, self.sequence) = (member, sequence)
    }

    var pair: (SharedPlace, Sequence) { (member, sequence) }
}

extension KeyRange {
    /// The members of a collection in their order, behind one.
    static func behind(_ place: RankPlace?, of feed: SharedFeed) -> KeyRange {
        guard let place else { return .all(of: feed) }
        let lower = KeyRange.behind(place.storedKey).lower
        return KeyRange(lower: lower, upper: feed.storedKey.prefixSuccessor)
    }

    /// The posts of a member, before one.
    static func before(_ place: Sequence?, of member: SharedPlace) -> KeyRange {
        guard let place else { return KeyRange(prefix: member.storedKey) }
        return KeyRange(lower: member.storedKey, upper: PostPlace(member, place).storedKey)
    }
}
