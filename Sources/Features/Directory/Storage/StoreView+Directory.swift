package import AccountRules
internal import AccountStorage
package import DirectoryRules
package import Domain
package import Records
internal import StorageEngine

/// What the feed of a collection of members tells.
package enum DirectoryEntry: UInt8, SharedEvent {
    /// A member was added or changed.
    case memberPut = 1
    /// A member was deleted, and with it what it posted.
    case memberDeleted = 2
    /// A member posted something.
    case postPut = 3
    /// A post was deleted.
    case postDeleted = 4

    /// Whether a member or a post was deleted.
    package var isEnd: Bool { self == .memberDeleted || self == .postDeleted }
}

extension StoreView: DirectoryReading {
    package func member(_ id: MemberID) throws(DomainError) -> Member? {
        try member(at: place(of: id))
    }

    package func member(
        with email: EmailAddress,
        in collection: SharedCollection
    ) throws(DomainError) -> Member? {
        let address = AddressPlace(collection.feed, secrets.digests.memberEmail(email))
        guard let entry = try row(at: address, in: Schema.memberEmails) else { return nil }
        return try member(at: entry.value)
    }

    package func visitMembers(
        of collection: SharedCollection,
        behind place: MemberOrder?,
        passingOver passedOver: Int,
        limit: Int,
        _ visit: (Member) -> PageStep
    ) throws(DomainError) -> MemberOrder? {
        var page = RecordPage<MemberOrder>(limit: limit)
        var remaining = passedOver
        let last = try place.flatMap { order throws(DomainError) in
            try neighbours(of: order, in: collection.feed).before
        }
        let range = KeyRange.behind(last?.key, of: collection.feed)
        let countMax = limit == .max ? limit : passedOver + limit.andOneMore
        try visitRows(of: Schema.memberOrder, range, atMost: countMax) {
            entry throws(DomainError) in
            // Pages are made of those who are there, the ones that are passed over too.
            guard let record = try row(at: entry.value, in: Schema.members),
                try !isRemoved(record.keeper)
            else { return .next }
            guard remaining == 0 else {
                remaining -= 1
                return .next
            }
            return try page.add(record.order) { visit(member(record, in: collection.name)) }
        }
        return page.next
    }

    package func memberIDs(
        of keeper: UserNumber,
        in collection: SharedCollection
    ) throws(DomainError) -> [MemberID] {
        // Entries tell the collection: no record of any other is read.
        try firstRows(of: Schema.keptMembers, .all(of: keeper)).map(\.value)
            .filter { $0.feed == collection.feed }.map { memberID(of: $0) }
    }

    package func memberCount(of keeper: UserNumber, countMax: Int) throws(DomainError) -> Int {
        try count(.all(of: keeper), in: Schema.keptMembers.id, countMax)
    }

    package func visitMembers(
        of keeper: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (Member) -> PageStep
    ) throws(DomainError) -> Sequence? {
        let range = KeyRange.before(place, of: keeper)
        return try visitPage(of: Schema.keptMembers, range, limit: limit) {
            entry throws(DomainError) in
            try member(at: entry.value).map(visit) ?? .next
        }?.sequence
    }

    package func post(_ id: PostID) throws(DomainError) -> Post? {
        try post(at: place(of: id))
    }

    package func visitPosts(
        of list: PostList,
        before place: Sequence?,
        limit: Int,
        _ visit: (Post) -> PageStep
    ) throws(DomainError) -> Sequence? {
        switch list {
        case .author(let id):
            let author = self.place(of: id)
            guard try member(at: author) != nil else { return nil }
            let range = KeyRange.before(place, of: author)
            return try visitPage(of: Schema.postsOfMembers, range, limit: limit) {
                entry throws(DomainError) in
                try row(at: entry.value, in: Schema.posts).map { visit(post($0)) } ?? .next
            }?.sequence
        case .keeper(let keeper):
            let range = KeyRange.before(place, of: keeper)
            return try visitPage(of: Schema.keptPosts, range, limit: limit) {
                entry throws(DomainError) in
                try post(at: entry.value).map(visit) ?? .next
            }?.sequence
        }
    }

    package func directoryChange(
        _ entry: RawSpan,
        of feed: SharedFeed
    ) throws(DomainError) -> DirectoryChange? {
        let (told, place) = try DirectoryEntry.read(entry, of: feed, MemberRecord.kind)
        return switch told {
        case .memberPut: try member(at: place).map { .putMember($0) }
        case .memberDeleted: .deletedMember(memberID(of: place))
        case .postPut: try post(at: place).map { .putPost($0) }
        case .postDeleted: .deletedPost(postID(of: place))
        }
    }

    package func hasRemainsOfMembers() throws(DomainError) -> Bool {
        try !isEmpty(Schema.remains.id)
    }
}

// Where members and posts are.
extension StoreView {
    func place(of id: MemberID) -> SharedPlace {
        secrets.identifiers.sharedPlace(behind: id.opaque, for: .memberID)
    }

    func place(of id: PostID) -> SharedPlace {
        secrets.identifiers.sharedPlace(behind: id.opaque, for: .postID)
    }

    func memberID(of place: SharedPlace) -> MemberID {
        MemberID(secrets.identifiers.seal(place, for: .memberID))
    }

    func postID(of place: SharedPlace) -> PostID {
        PostID(secrets.identifiers.seal(place, for: .postID))
    }

    /// The member at a place, unless its keeper was removed or its collection is gone.
    func member(at place: SharedPlace) throws(DomainError) -> Member? {
        guard let record = try row(at: place, in: Schema.members), try !isRemoved(record.keeper),
            let collection = try collection(with: place.feed, of: .members)
        else { return nil }
        return member(record, in: collection.name)
    }

    func member(_ record: MemberRecord, in collection: CollectionName) -> Member {
        let email = EmailAddress(stored: record.email)
        return Member(
            id: memberID(of: record.key),
            collection: collection,
            details: MemberDetails(storedName: record.name, email: email),
            joinedAt: record.joinedAt,
            status: MemberStatus(known: record.status),
            keeper: record.keeper,
            postCount: record.postCount
        )
    }

    /// The post at a place, unless its member is not there.
    private func post(at place: SharedPlace) throws(DomainError) -> Post? {
        guard let record = try row(at: place, in: Schema.posts),
            try member(at: record.member) != nil
        else { return nil }
        return post(record)
    }

    func post(_ record: PostRecord) -> Post {
        Post(
            id: postID(of: record.key),
            author: memberID(of: record.member),
            text: record.text,
            createdAt: record.createdAt
        )
    }
}
