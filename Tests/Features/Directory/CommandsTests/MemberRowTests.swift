import CommandLineInterface
import NoteletClient
import Testing

@testable import DirectoryCommands

@Suite("Members for programs")
struct MemberRowTests {
    @Test("The columns of members and posts are all that these have")
    func columns() {
        let member = Member(name: "수진", status: .banned)
        #expect(
            Member.form.kind.columns == [
                "id", "collection", "name", "email", "joined_at", "status",
            ]
        )
        #expect(Member.form.json(member).text.contains("\"status\":\"banned\""))
        #expect(Post.form.kind.columns == ["id", "author_id", "text", "created_at"])
    }

    @Test("A status that is not known is told as inactive")
    func statuses() {
        let statuses: [MemberStatus] = [
            .active, .inactive, .banned, .unspecified, .init(rawValue: 9),
        ]
        #expect(
            statuses.map(\.wording.english) == [
                "active", "inactive", "banned", "inactive", "inactive",
            ]
        )
    }
}
