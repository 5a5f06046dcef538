internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote

extension SharedForm where Message == NoteletAPI.Member, Value == NoteletInterface.Member {
    /// Members are sorted by name; those of one name, by when they joined.
    static var member: SharedForm {
        SharedForm(kind: .member, id: \.id, sortKey: Self.sortKey) { member throws(AppError) in
            try NoteletInterface.Member(member)
        }
    }

    @Sendable
    private static func sortKey(_ member: NoteletAPI.Member) -> [UInt8] {
        let seconds = member.joinedAt?.seconds ?? 0
        return NameOrder.key(of: member.name) + [0]
            + withUnsafeBytes(of: seconds.bigEndian) { Array($0) }
    }
}

extension SharedForm where Message == NoteletAPI.Post, Value == NoteletInterface.Post {
    /// Posts never change, belong to their author, and the newest is the first.
    static var post: SharedForm {
        SharedForm(kind: .post, id: \.id, owner: \.authorID) { post throws(AppError) in
            try NoteletInterface.Post(post)
        }
    }
}

extension DirectoryChange {
    /// What it does to the copy.
    ///
    /// - Returns: The step; nil for nothing that this version knows.
    /// - Throws: `AppError` where it cannot be shown.
    func step() throws(AppError) -> SharedStep? {
        switch kind {
        case .putMember(let member): .put(try SharedEntry(member, as: .member))
        case .deletedMemberID(let id), .deletedPostID(let id): .delete(id)
        case .putPost(let post): .put(try SharedEntry(post, as: .post))
        case nil: nil
        }
    }
}
