package import AccountRules
package import DirectoryRules
package import Domain
package import Records
internal import StorageEngine

extension StoreTransaction: DirectoryWriting {
    package func addMember(
        to collection: SharedCollection,
        _ details: MemberDetails,
        status: MemberStatus?,
        keeper: UserNumber,
        joinedAt: Instant
    ) throws(DomainError) -> Member {
        let kept = try takeAddress(details.email, in: collection.feed)
        var record = MemberRecord()
        record.key = try takePlace(
            in: collection.feed,
            of: Schema.members,
            telling: DirectoryEntry.memberPut
        )
        record.told = record.key.sequence
        record.name = details.name
        record.rank = try takeRank(for: record)
        record.email = details.email.text
        record.joinedAt = joinedAt
        record.status = UInt32((status ?? kept ?? .active).rawValue)
        record.keeper = keeper
        if keeper != .nobody {
            record.keeping = Sequence(try takeNumber(of: Schema.keptMembers, for: keeper))
        }
        try put(record, in: Schema.members)
        return member(record, in: collection.name)
    }

    package func change(_ members: [Member]) throws(DomainError) -> [Member] {
        // All leave before any is put: one may take the address of another.
        var records: [MemberRecord] = []
        for member in members {
            let place = place(of: member.id)
            guard let record = try row(at: place, in: Schema.members) else {
                throw MemberRecord.kind.damaged
            }
            try delete(at: place, in: Schema.members)
            records.append(record)
        }
        // Who keeps its rank comes back before ranks are given to others.
        var changed = members
        for isRenamed in [false, true] {
            for (index, record) in records.enumerated()
            where isRenamed == (record.name != members[index].details.name) {
                changed[index] = try put(members[index], insteadOf: record)
            }
        }
        return changed
    }

    /// Stores a member with other details or another status, whose record was taken out.
    private func put(
        _ member: Member,
        insteadOf old: MemberRecord
    ) throws(DomainError) -> Member {
        var record = old
        var status = member.status
        if !member.details.email.isSame(as: EmailAddress(stored: old.email)) {
            status = try takeAddress(member.details.email, in: old.key.feed) ?? status
        }
        if old.name != member.details.name {
            record.name = member.details.name
            record.rank = try takeRank(for: record)
        }
        record.email = member.details.email.text
        record.status = UInt32(status.rawValue)
        record.told = try tell(DirectoryEntry.memberPut, of: old.key, insteadOf: old.told)
        try put(record, in: Schema.members)
        return self.member(record, in: member.collection)
    }

    package func takeStatus(
        of email: EmailAddress,
        in collection: SharedCollection
    ) throws(DomainError) -> MemberStatus? {
        try takeStanding(at: address(email, in: collection.feed))
    }

    package func delete(_ id: MemberID) throws(DomainError) {
        try deleteMember(at: place(of: id))
    }

    /// Deletes the member at a place, and leaves the order to delete what it posted.
    func deleteMember(at place: SharedPlace) throws(DomainError) {
        let record = try readable { () throws(DomainError) in
            try row(at: place, in: Schema.members)
        }
        try delete(at: place, in: Schema.members)
        if let record { try leaveAddress(record) }
        let told = record?.told ?? place.sequence
        _ = try tell(DirectoryEntry.memberDeleted, of: place, insteadOf: told)
        if try !isEmpty(.before(nil, of: place), in: Schema.postsOfMembers.id) {
            try put(KeyRow(place), in: Schema.remains)
        }
    }

    package func addPost(
        _ text: String,
        by author: Member,
        at now: Instant
    ) throws(DomainError) -> Post {
        let place = place(of: author.id)
        guard var member = try row(at: place, in: Schema.members) else {
            throw MemberRecord.kind.damaged
        }
        var record = PostRecord()
        record.key = try takePlace(
            in: place.feed,
            of: Schema.posts,
            telling: DirectoryEntry.postPut
        )
        record.author = place.sequence
        record.text = text
        record.createdAt = now
        record.keeper = author.keeper
        record.keeping = Sequence(try takeNumber(of: Schema.keptPosts, for: author.keeper))
        try put(record, in: Schema.posts)
        let old = member
        member.postCount += 1
        try put(member, insteadOf: old, in: Schema.members)
        return post(record)
    }

    package func delete(_ post: Post) throws(DomainError) {
        let place = place(of: post.id)
        try delete(at: place, in: Schema.posts)
        _ = try tell(DirectoryEntry.postDeleted, of: place, insteadOf: place.sequence)
        let author = self.place(of: post.author)
        guard var member = try row(at: author, in: Schema.members) else { return }
        let old = member
        member.postCount -= min(member.postCount, 1)
        try put(member, insteadOf: old, in: Schema.members)
    }

    package func clearRemainsOfMembers(recordCountMax: Int) throws(DomainError) -> Bool {
        var remaining = recordCountMax
        for order in try firstRows(of: Schema.remains, countMax: recordCountMax) {
            guard try clearPosts(ofMemberAt: order.key, &remaining) else { return true }
            try delete(at: order.key, in: Schema.remains)
            remaining -= 1
        }
        return remaining <= 0
    }

    /// Deletes the post at a place, whose member goes: that is all that the feed tells.
    func deletePost(at place: SharedPlace) throws(DomainError) {
        try delete(at: place, in: Schema.posts)
        try deleteEntry(at: place.sequence, of: place.feed)
    }
}

// What operators made of members stays with their e-mail addresses.
extension StoreTransaction {
    /// Keeps what an operator made of a member that goes.
    private func leaveAddress(_ member: MemberRecord) throws(DomainError) {
        guard MemberStatus(known: member.status) != .active else { return }
        let address = address(EmailAddress(stored: member.email), in: member.key.feed)
        try put(StandingRecord(key: address, status: member.status), in: Schema.standings)
    }

    /// Makes an address a member's, and answers what is kept of it.
    private func takeAddress(
        _ email: EmailAddress,
        in feed: SharedFeed
    ) throws(DomainError) -> MemberStatus? {
        let address = address(email, in: feed)
        // Nobody sees a member whose keeper was removed, and which the erasure has not come to.
        if let former = try row(at: address, in: Schema.memberEmails) {
            try deleteMember(at: former.value)
        }
        return try takeStanding(at: address)
    }

    private func takeStanding(at address: AddressPlace) throws(DomainError) -> MemberStatus? {
        guard let standing = try row(at: address, in: Schema.standings) else { return nil }
        try delete(at: address, in: Schema.standings)
        return MemberStatus(known: standing.status)
    }

    private func address(_ email: EmailAddress, in feed: SharedFeed) -> AddressPlace {
        AddressPlace(feed, secrets.digests.memberEmail(email))
    }
}

// What is deleted by and by.
extension StoreTransaction {
    /// Deletes part of what members of somebody posted who goes; answers whether nothing is left.
    func erasePosts(
        of keeper: UserNumber,
        _ remaining: inout Int
    ) throws(DomainError) -> Bool {
        let index = Schema.keptPosts
        return try erase(by: index, of: keeper, &remaining, recordCount: Self.recordsOfPost) {
            entry throws(DomainError) in
            try deletePost(at: entry.value)
        }
    }

    /// Deletes what a member posted that was deleted, as far as may be; answers whether nothing is
    /// left and more may be done.
    private func clearPosts(
        ofMemberAt place: SharedPlace,
        _ remaining: inout Int
    ) throws(DomainError) -> Bool {
        let countMax = max(remaining / Self.recordsOfPost, 1)
        let range = KeyRange.before(nil, of: place)
        let entries = try firstKeys(of: Schema.postsOfMembers, range, countMax: countMax)
        for entry in entries {
            try deletePost(at: SharedPlace(place.feed, entry.sequence))
            // Also where the post was damaged, and did not lead back.
            try delete(at: entry, in: Schema.postsOfMembers)
        }
        remaining -= entries.count * Self.recordsOfPost
        return entries.count < countMax
    }

    /// A post, what leads to it from its member and its keeper, and its entry in the feed.
    private static var recordsOfPost: Int { 4 }
}
