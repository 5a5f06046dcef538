internal import AccountRules
internal import DirectoryRules
internal import Domain
internal import NoteletAPI
internal import Records
internal import Serving

extension NoteletAPI.Member {
    /// A member as all see it.
    init(_ member: DirectoryRules.Member) {
        self.init(
            id: member.id.opaque.bytes,
            collection: member.collection.text,
            name: member.details.name,
            email: member.details.email.text,
            joinedAt: Timestamp(member.joinedAt),
            status: NoteletAPI.MemberStatus(member.status)
        )
    }
}

extension NoteletAPI.MemberStatus {
    /// A status as it is sent.
    init(_ status: DirectoryRules.MemberStatus) {
        self =
            switch status {
            case .active: .active
            case .inactive: .inactive
            case .banned: .banned
            }
    }
}

extension DirectoryRules.MemberStatus {
    /// The status that is sent; nil for none.
    init?(_ status: NoteletAPI.MemberStatus) {
        switch status {
        case .active: self = .active
        case .inactive: self = .inactive
        case .banned: self = .banned
        default: return nil
        }
    }
}

extension NoteletAPI.Post {
    /// A post as all see it.
    init(_ post: DirectoryRules.Post) {
        self.init(
            id: post.id.opaque.bytes,
            authorID: post.author.opaque.bytes,
            text: post.text,
            createdAt: Timestamp(post.createdAt)
        )
    }
}

extension SharedChange {
    /// What became of a collection, for all who follow it.
    init(_ change: DirectoryRules.DirectoryChange) {
        let kind: NoteletAPI.DirectoryChange.Kind =
            switch change {
            case .putMember(let member): .putMember(NoteletAPI.Member(member))
            case .deletedMember(let id): .deletedMemberID(id.opaque.bytes)
            case .putPost(let post): .putPost(NoteletAPI.Post(post))
            case .deletedPost(let id): .deletedPostID(id.opaque.bytes)
            }
        self.init(NoteletAPI.DirectoryChange(kind: kind))
    }
}

extension MemberList {
    /// Reads the members of a request.
    init(_ members: [NoteletAPI.MemberEntry]) throws(DomainError) {
        var entries: [DirectoryRules.MemberEntry] = []
        for member in members {
            let id = member.id.isEmpty ? nil : try MemberID(member.id)
            let details = try MemberDetails(name: member.name, email: member.email)
            entries.append(DirectoryRules.MemberEntry(id: id, details))
        }
        try self.init(entries)
    }
}
