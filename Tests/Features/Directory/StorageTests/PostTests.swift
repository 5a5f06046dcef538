import DirectoryRules
import Domain
import StoreTools
import TestSupport
import Testing

@testable import DirectoryStorage
@testable import Records
@testable import Storage
@testable import StorageEngine

/// How posts are kept.
@Suite struct PostTests {
    private let members: MemberStore
    private let alice: Member
    private let bob: Member

    init() throws {
        members = try MemberStore()
        let added = try members.add(["Alice", "Bob"])
        (alice, bob) = (added[0], added[1])
    }

    @Test func whatWasPostedIsThereAfterARestart() throws {
        let first = try members.post(["1", "2", "3"], as: alice)
        let other = try members.post(["4"], as: bob)
        for isReopened in [false, true] {
            if isReopened { try members.store.reopen() }
            #expect(try members.posts(.author(alice.id)) == first.reversed())
            #expect(try members.posts(.keeper(members.anna)) == (first + other).reversed())
            #expect(try members.member(alice)?.postCount == 3)
            #expect(try members.member(bob)?.postCount == 1)
            let found = try members.store.read { view throws(DomainError) in
                try view.post(first[1].id)
            }
            #expect(found == first[1])
        }
        // A post is told, and no change of the member whose count it is.
        let told = try members.changes()
        #expect(told.count == 6)
        #expect(told.suffix(4) == (first + other).map { .putPost($0) })
        #expect(try members.findings().isEmpty)
    }

    @Test func aDeletedPostIsGoneAndTold() throws {
        let posts = try members.post(["1", "2"], as: alice)
        try members.store.write { transaction throws(DomainError) in
            try transaction.delete(posts[0])
        }
        #expect(try members.posts(.author(alice.id)) == [posts[1]])
        #expect(try members.member(alice)?.postCount == 1)
        #expect(
            try members.changes().suffix(2) == [.putPost(posts[1]), .deletedPost(posts[0].id)]
        )
        #expect(try members.findings().isEmpty)
    }

    @Test(arguments: [1, 5, 100])
    func postsOfADeletedMemberAreGoneAtOnceAndTheirRecordsSoon(recordCountMax: Int) throws {
        let posts = try members.post((0..<30).map { "\($0)" }, as: alice)
        let kept = try members.post(["kept"], as: bob)
        #expect(try !members.hasRemains())
        try members.delete([alice])
        #expect(try members.posts(.author(alice.id)).isEmpty)
        #expect(try members.posts(.keeper(members.anna)) == kept)
        for post in posts {
            let found = try members.store.read { view throws(DomainError) in
                try view.post(post.id)
            }
            #expect(found == nil)
        }
        let told = try members.changes()
        #expect(told.count == 3 && told.last == .deletedMember(alice.id))
        #expect(try members.counts()["posts"] == 31 && members.hasRemains())
        #expect(try members.findings().isEmpty)
        #expect(try members.clear(recordCountMax: recordCountMax) > 30 * 4 / 200)
        #expect(try members.changes() == told)
        #expect(
            try members.counts() == [
                "members": 1, "member_order": 1, "member_emails": 1, "kept_members": 1,
                "posts": 1, "posts_of_members": 1, "kept_posts": 1, "shared_changes": 3,
            ]
        )
        #expect(try !members.hasRemains())
        #expect(try members.findings().isEmpty)
    }

    @Test func aPostWithoutItsMemberIsFound() throws {
        try members.post(["lost"], as: alice)
        try members.delete([alice])
        #expect(try members.findings().isEmpty)
        try members.store.write { transaction throws(DomainError) in
            try transaction.deleteAll(.all, in: Schema.remains.id, recordCountMax: 9)
        }
        let findings = try members.findings()
        #expect(findings.map(\.table) == ["posts"])
        #expect(findings.first?.problem == "its member is not there")
    }
}
