internal import AccountRules
internal import Cryptography
internal import DirectoryRules
internal import Domain
package import Records
internal import StorageEngine

// Members, and what finds them.

/// A member, under where it is.
struct MemberRecord: StoredRow {
    var key: SharedPlace = .blank
    var name = ""
    var email = ""
    /// To the minute.
    var joinedAt = Instant(milliseconds: 0)
    var status: UInt32 = 0
    var keeper = UserNumber.nobody
    /// Its place among what its keeper keeps; the start for one that nobody keeps.
    var keeping = Sequence.start
    /// Which entry of the feed tells of it now.
    var told = Sequence.start
    var postCount: UInt64 = 0
    /// What its collection is ordered by, in place of names.
    var rank: UInt64 = 0

    enum CodingKeys: Int, CodingKey {
        case name = 1
        case email = 2
        case joinedAt = 3
        case status = 4
        case keeper = 5
        case keeping = 6
        case told = 7
        case postCount = 8
        case rank = 9
    }

    static let kind = RecordKind("member")

    /// Where it belongs in the list of its collection.
    var order: MemberOrder { MemberOrder(name: name, place: key.sequence) }
    /// Where it stands there.
    var rankPlace: RankPlace { RankPlace(key.feed, RankPlace.Rank(rank, key.sequence)) }
}

/// What an operator made of whom an e-mail address was, which nobody bears now.
struct StandingRecord: StoredRow {
    var key: AddressPlace = .blank
    var status: UInt32 = 0

    enum CodingKeys: Int, CodingKey {
        case status = 1
    }

    static let kind = RecordKind("standing")
}

/// That a member stands somewhere in the list of its collection.
typealias OrderEntry = EntryRow<RankPlace, SharedPlace>

/// That a member has an e-mail address.
typealias AddressEntry = EntryRow<AddressPlace, SharedPlace>

/// That somebody keeps a member or a post, in the order in which they were added.
typealias KeepingEntry = EntryRow<Place, SharedPlace>

extension KeyPurpose {
    /// The ids of members, which are their places.
    static let memberID = KeyPurpose(rawValue: 20)
    /// The ids of posts, which are their places.
    static let postID = KeyPurpose(rawValue: 21)
    /// Hashes of members' e-mail addresses.
    static let memberEmail = KeyPurpose(rawValue: 28)
}

extension LookupDigests {
    /// The hash of a member's e-mail address, without regard to case.
    func memberEmail(_ email: EmailAddress) -> Digest {
        digest(of: email.folded, for: .memberEmail)
    }
}

extension Schema {
    /// What is kept of members.
    package static let ofDirectory = StoredFeature([
        members, memberOrder, memberEmails, keptMembers, standings, posts, postsOfMembers,
        keptPosts, remains,
    ])

    /// What goes with a collection of members: posts before what has to be there for them.
    package static let contentsOfDirectory = CollectionContents(
        of: .members,
        posts,
        standings,
        remains,
        members
    )

    static let members: SchemaTable<MemberRecord> = SchemaTable(
        32,
        "members",
        key: ["feed", "seq"],
        owner: .record(\.keeper),
        erasure: .ownStep { keeper, remaining, store throws(DomainError) in
            // Members without posts leave no order to delete any.
            guard try store.erasePosts(of: keeper, &remaining) else { return false }
            return try store.erase(by: keptMembers, of: keeper, &remaining, recordCount: 8) {
                entry throws(DomainError) in
                try store.deleteMember(at: entry.value)
            }
        },
        archive: .goes { _, value, _ throws(DomainError) in try MemberRecord(value).keeper },
        indexes: [
            TableIndex(memberOrder, "its rank does not lead to it") { member, _ in
                OrderEntry(member.rankPlace, member.key)
            },
            TableIndex(memberEmails, "its e-mail address does not lead to it") { member, secrets in
                let email = EmailAddress(stored: member.email)
                let digest = secrets.digests.memberEmail(email)
                return AddressEntry(AddressPlace(member.key.feed, digest), member.key)
            },
            TableIndex(keptMembers, "its keeper does not lead to it") { member, _ in
                if member.keeper == .nobody { return nil }
                return KeepingEntry(Place(member.keeper, member.keeping), member.key)
            },
        ],
        flaw: memberFlaw,
        telling: { DirectoryEntry.memberPut.entry(of: $0.key, at: $0.told) },
        line: DumpLine(
            "member",
            place: 23,
            moment: { $0.joinedAt },
            fields: [
                .feed(\.key.feed),
                .sequence(\.key.sequence),
                .id { member, secrets in secrets.identifiers.seal(member.key, for: .memberID) },
                .written("name", \.name),
                .written("email", \.email),
                .moment("joined_at", \.joinedAt),
                .word("status", MemberStatus.self, \.status),
                .person("keeper", \.keeper),
                .number("keeping", \.keeping),
                .number("told", \.told),
                .number("posts", \.postCount),
                .number("rank", \.rank),
            ]
        )
    )

    @Sendable
    private static func memberFlaw(
        _ member: MemberRecord,
        _ exists: (Key, TableID) -> Bool
    ) -> String? {
        guard exists(member.key.feed.number.storedKey, collections.id) else {
            return "its collection is not there"
        }
        let isLegal =
            ShortText.fits(member.name, DomainLimits.memberNameCharacters)
            && (try? EmailAddress(member.email)) != nil
            && MemberStatus(stored: member.status) != nil
        return isLegal ? nil : "a field is beyond its limits"
    }

    static let memberOrder = SchemaTable<OrderEntry>(
        33,
        "member_order",
        key: ["feed", "rank", "seq"],
        owner: .nobody,
        erasure: .stays(because: "it goes with the member that it leads to"),
        archive: .kept(because: "a rank says nothing of a name"),
        entries: .leading(OrderEntry.self, to: members.id, "it leads to no member of that rank")
    )

    static let memberEmails = SchemaTable<AddressEntry>(
        34,
        "member_emails",
        key: ["feed", "hash of the folded address"],
        owner: .nobody,
        erasure: .stays(because: "it goes with the member that it leads to"),
        archive: .kept(because: "a keyed hash names nobody"),
        entries: .leading(
            AddressEntry.self,
            to: members.id,
            "it leads to no member of that e-mail address"
        )
    )

    static let keptMembers = SchemaTable<KeepingEntry>(
        35,
        "kept_members",
        key: ["keeper", "seq"],
        owner: .account,
        archive: .kept(because: "a restored store tells the feeds once more that members went"),
        entries: .leading(KeepingEntry.self, to: members.id, "it leads to no member of theirs")
    )

    static let standings = SchemaTable<StandingRecord>(
        36,
        "standings",
        key: ["feed", "hash of the folded address"],
        owner: .nobody,
        erasure: .stays(because: "a ban outlives its member; a keyed hash names nobody"),
        archive: .kept(because: "a keyed hash names nobody"),
        flaw: { standing, exists in
            if exists(standing.storedKey, memberEmails.id) { return "a member has its address" }
            let status = MemberStatus(stored: standing.status)
            return status == nil || status == .active ? "its status is none to keep" : nil
        },
        line: DumpLine(
            "standing",
            place: 24,
            fields: [
                .feed(\.key.feed),
                Field("digest", .binary(digestOfStanding)),
                .word("status", MemberStatus.self, \.status),
            ]
        )
    )

    private static let digestOfStanding = Access<StandingRecord, [UInt8]> { row, _ in
        row.key.digest.storedBytes
    } _: { row, bytes, _ throws(DumpProblem) in
        guard let digest = Digest(bytes: bytes.span.bytes) else {
            throw DumpProblem("'digest' has not \(Digest.byteCount) bytes")
        }
        row.key.digest = digest
    }
}
