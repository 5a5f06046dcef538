package import AccountRules
package import Domain

// What people do with posts of the members that they keep.
extension DirectoryWriting {
    /// Posts as a member.
    ///
    /// - Throws: `memberNotFound`, `notYourMember`, `memberNotActive`, `postLimitReached`.
    package func create(
        _ post: NewPost,
        as author: MemberID,
        by person: Identity,
        _ context: Context
    ) throws(DomainError) -> Post {
        let member = try keptMember(author, by: person)
        try member.requireActive()
        let limit = DomainLimits.postsPerMemberMax
        guard member.postCount < limit else { throw .refused(.postLimitReached(limit: limit)) }
        return try addPost(post.text, by: member, at: context.now.toTheMinute)
    }

    /// Deletes a post of a member.
    ///
    /// - Throws: `postNotFound`, `notYourMember`.
    package func deletePost(_ id: PostID, for person: Identity) throws(DomainError) {
        let post = try post(id).unwrapped(or: .postNotFound)
        guard try member(post.author)?.keeper == person.user else {
            throw .refused(.notYourMember)
        }
        try delete(post)
    }
}
