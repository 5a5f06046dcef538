internal import DirectoryRules
internal import Domain
internal import Records
internal import StorageEngine

// Posts, and what finds them.

/// A post, under where it is.
struct PostRecord: StoredRow {
    var key: SharedPlace = .blank
    /// The place of its member in the same feed.
    var author = Sequence.start
    var text = ""
    /// To the minute.
    var createdAt = Instant(milliseconds: 0)
    /// Whoever keeps its member.
    var keeper = UserNumber.nobody
    /// Its place among what the members of its keeper posted.
    var keeping = Sequence.start

    enum CodingKeys: Int, CodingKey {
        case author = 1
        case text = 2
        case createdAt = 3
        case keeper = 4
        case keeping = 5
    }

    static let kind = RecordKind("post")

    /// Where its member is.
    var member: SharedPlace { SharedPlace(key.feed, author) }
}

extension Schema {
    static let posts: SchemaTable<PostRecord> = SchemaTable(
        37,
        "posts",
        key: ["feed", "seq"],
        owner: .record(\.keeper),
        erasure: .ownStep { keeper, remaining, store throws(DomainError) in
            try store.erasePosts(of: keeper, &remaining)
        },
        archive: .goes { _, value, _ throws(DomainError) in try PostRecord(value).keeper },
        indexes: [
            TableIndex(postsOfMembers, "its member does not lead to it") { post, _ in
                EntryRow(PostPlace(post.member, post.key.sequence), post.key)
            },
            TableIndex(keptPosts, "its keeper does not lead to it") { post, _ in
                KeepingEntry(Place(post.keeper, post.keeping), post.key)
            },
        ],
        flaw: { post, exists in
            let member = post.member.storedKey
            guard exists(member, members.id) || exists(member, remains.id) else {
                return "its member is not there"
            }
            let isLegal = ShortText.fits(post.text, DomainLimits.postCharacters)
            return isLegal ? nil : "a field is beyond its limits"
        },
        telling: { DirectoryEntry.postPut.entry(of: $0.key) },
        line: DumpLine(
            "post",
            place: 25,
            moment: { $0.createdAt },
            fields: [
                .feed(\.key.feed),
                .sequence(\.key.sequence),
                .id { post, secrets in secrets.identifiers.seal(post.key, for: .postID) },
                .number("member", \.author),
                .written("text", \.text),
                .moment("created_at", \.createdAt),
                .person("keeper", \.keeper),
                .number("keeping", \.keeping),
            ]
        )
    )

    static let postsOfMembers = SchemaTable<EntryRow<PostPlace, SharedPlace>>(
        38,
        "posts_of_members",
        key: ["feed", "member", "seq"],
        owner: .nobody,
        erasure: .stays(because: "it goes with the post that it leads to"),
        archive: .kept(because: "it names nobody"),
        entries: .leading(
            EntryRow<PostPlace, SharedPlace>.self,
            to: posts.id,
            "it leads to no post of that member"
        )
    )

    static let keptPosts = SchemaTable<KeepingEntry>(
        39,
        "kept_posts",
        key: ["keeper", "seq"],
        owner: .account,
        archive: .kept(because: "a restored store deletes the posts once more"),
        entries: .leading(KeepingEntry.self, to: posts.id, "it leads to no post of theirs")
    )

    /// The orders to delete what members posted that were deleted.
    static let remains = SchemaTable<KeyRow<SharedPlace>>(
        40,
        "remains",
        key: ["feed", "seq"],
        owner: .nobody,
        erasure: .stays(because: "it names nobody, and goes with the last post"),
        archive: .kept(because: "it names nobody"),
        line: DumpLine(
            "remains",
            place: 26,
            fields: [.feed(\.key.feed), .sequence(\.key.sequence)]
        )
    )
}
