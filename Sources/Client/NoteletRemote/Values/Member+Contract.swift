internal import Foundation
package import NoteletClient
package import NoteletInterface

extension NoteletInterface.Member {
    /// Takes a member over.
    ///
    /// - Parameter member: The member.
    /// - Throws: `AppError`, `network` with `unknown` where it has no id.
    package init(_ member: NoteletAPI.Member) throws(AppError) {
        self.init(
            id: try UUID(required: member.id),
            collection: member.collection,
            name: member.name,
            email: member.email,
            joinedAt: member.joinedAt?.date ?? .distantPast,
            status: MemberStatus(member.status)
        )
    }
}

extension NoteletInterface.MemberStatus {
    /// Takes a status over; one that is not known is inactive.
    fileprivate init(_ status: NoteletAPI.MemberStatus) {
        self =
            switch status {
            case .active: .active
            case .banned: .banned
            default: .inactive
            }
    }
}

extension NoteletAPI.MemberEntry {
    /// What is said of a member.
    ///
    /// - Parameter entry: As applications say it.
    package init(_ entry: NoteletInterface.MemberEntry) {
        self.init(id: entry.id?.bytes ?? [], name: entry.name, email: entry.email)
    }
}

extension NoteletInterface.Post {
    /// Takes a post over.
    ///
    /// - Parameter post: The post.
    /// - Throws: `AppError`, `network` with `unknown` where it or its author has no id.
    package init(_ post: NoteletAPI.Post) throws(AppError) {
        self.init(
            id: try UUID(required: post.id),
            authorId: try UUID(required: post.authorID),
            text: post.text,
            createdAt: post.createdAt?.date ?? .distantPast
        )
    }
}

extension NoteletInterface.MemberDetail {
    /// Takes a member and the newest posts over.
    ///
    /// - Parameter response: What the service said.
    /// - Throws: `AppError`, `network` with `unknown` where there is no member, or one of them
    ///   cannot be shown.
    package init(_ response: GetMemberDetailResponse) throws(AppError) {
        guard let member = response.member else { throw .network(.unknown) }
        self.init(
            member: try NoteletInterface.Member(member),
            posts: try response.posts.map { (post) throws(AppError) in
                try NoteletInterface.Post(post)
            },
            postCount: Int(clamping: response.postCount)
        )
    }
}
