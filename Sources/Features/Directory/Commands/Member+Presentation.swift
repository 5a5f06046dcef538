import CommandLineInterface
import NoteletClient
import PersonCommands

extension Member {
    /// How members are shown.
    static let form = RowForm<Member>(
        "members",
        "member",
        none: Wording("멤버가 없습니다.", "There are no members."),
        fields: [
            .id("id", \.id), .text("collection", \.collection), .text("name", \.name),
            .text("email", \.email), .moment("joined_at", \.joinedAt),
            .text("status", \.status.plainName),
        ],
        columns: [
            .id(\.id), .text(Wording("이름", "NAME"), \.name),
            .text(Wording("이메일", "EMAIL"), \.email),
            .moment(Wording("가입", "JOINED"), \.joinedAt),
            .wording(Wording("상태", "STATUS"), \.status.wording),
        ]
    )
}

extension MemberStatus {
    /// What a person reads of it; what is not known counts as inactive.
    var wording: Wording {
        switch self {
        case .active: Wording("활성", "active")
        case .banned: Wording("차단", "banned")
        default: Wording("비활성", "inactive")
        }
    }
}

extension Post {
    /// How posts are shown.
    static let form = RowForm<Post>(
        "posts",
        "post",
        none: Wording("게시글이 없습니다.", "There are no posts."),
        fields: [
            .id("id", \.id), .id("author_id", \.authorID), .text("text", \.text),
            .moment("created_at", \.createdAt),
        ],
        columns: [
            .id(\.id), .moment(Wording("시각", "TIME"), \.createdAt),
            .text(Wording("내용", "TEXT"), \.text),
        ]
    )
}
