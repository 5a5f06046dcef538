package import Domain

/// What a member said; it is never changed.
package struct Post: Equatable, Sendable {
    /// The id by which all know it.
    package let id: PostID
    /// Whose it is.
    package let author: MemberID
    /// What was said, 1 to 2,000 characters.
    package let text: String
    /// When that was, to the minute.
    package let createdAt: Instant

    /// Gathers a post as it is stored.
    package init(id: PostID, author: MemberID, text: String, createdAt: Instant) {
        self.id = id
        self.author = author
        self.text = text
        self.createdAt = createdAt
    }
}

/// The id of a post, the same for all.
package typealias PostID = ObjectID<Post>

/// What is to be posted.
package struct NewPost: Sendable {
    let text: String

    /// Checks a text.
    ///
    /// - Throws: `invalidValue` of `text`.
    package init(_ text: String) throws(DomainError) {
        self.text = try ShortText.title(text, field: "text", DomainLimits.postCharacters)
    }
}
