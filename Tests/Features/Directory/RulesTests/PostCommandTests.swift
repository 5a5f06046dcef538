import DirectoryRules
import Domain
import RuleTestSupport
import Testing

@Suite struct PostCommandTests {
    private let shelf = MemberShelf()
    private let alice: Member

    init() throws {
        try shelf.add("team")
        alice = try shelf.create()
    }

    @Test(arguments: [
        ("a", true), (String(repeating: "쪽", count: 2_000), true),
        (String(repeating: "쪽", count: 2_001), false), ("", false), (" \n\t", false),
    ])
    func aPostHas1To2000Characters(_ text: String, _ fits: Bool) throws {
        if fits { return #expect(try shelf.post(text, as: alice).text == text) }
        let refused = try refusal { () throws(DomainError) in try shelf.post(text, as: alice) }
        #expect(invalidField(refused) == "text")
    }

    @Test func onlyTheKeeperPostsAsAMember() throws {
        let post = try shelf.post(as: alice)
        #expect(post.author == alice.id && post.createdAt == shelf.context.now.toTheMinute)
        for other: UInt64 in [2, 100] {
            let refused = try refusal { () throws(DomainError) in
                try shelf.post(as: alice, by: other)
            }
            #expect(refused == .notYourMember)
        }
        #expect(shelf.posts == [post])
    }

    @Test(arguments: MemberStatus.allCases)
    func onlyAnActiveMemberPosts(_ status: MemberStatus) throws {
        try shelf.set(status, of: alice)
        if status == .active { return #expect(try shelf.post(as: alice).author == alice.id) }
        let refused = try refusal { () throws(DomainError) in try shelf.post(as: alice) }
        #expect(refused == .memberNotActive(status: "\(status)"))
        // Whose it is, is told first: a status is shown to all, but no keeper.
        let other = try refusal { () throws(DomainError) in try shelf.post(as: alice, by: 2) }
        #expect(other == .notYourMember)
    }

    @Test func aMemberHas10000PostsAtMost() throws {
        shelf.set(postCount: 9_999, of: alice)
        try shelf.post(as: alice)
        shelf.set(postCount: 10_000, of: alice)
        let refused = try refusal { () throws(DomainError) in try shelf.post(as: alice) }
        #expect(refused == .postLimitReached(limit: 10_000))
    }

    @Test func onlyTheKeeperDeletesAPost() throws {
        let post = try shelf.post(as: alice)
        let refused = try refusal { () throws(DomainError) in
            try shelf.deletePost(post.id, for: MemberShelf.person(2))
        }
        #expect(refused == .notYourMember && shelf.posts == [post])
        try shelf.deletePost(post.id, for: MemberShelf.person(1))
        #expect(shelf.posts.isEmpty)
        let gone = try refusal { () throws(DomainError) in
            try shelf.deletePost(post.id, for: MemberShelf.person(1))
        }
        #expect(gone == .postNotFound)
    }
}
