import CommandLineInterface
import DirectoryClient
import NoteletClient
import PersonCommands

/// What a person can do with the posts of members.
enum PostCommands {
    static let all = [post, list, delete]

    private static let text = Argument.text(
        Placeholder.text,
        help: Wording(
            "1자에서 2,000자까지입니다. '-'라고 쓰면 표준 입력에서 읽습니다.",
            "1 to 2,000 characters; '-' reads standard input."
        )
    )
    private static let id = Argument(
        Wording("게시글", "POST"),
        ValueSyntax<ObjectReference>.reference,
        help: Wording(
            "게시글의 ID, 또는 목록에 보이는 ID의 앞부분입니다.",
            "The id of the post, or the beginning of it that lists show."
        )
    )
    private static let limit = Option<Int32?>.limit(of: Wording("게시글", "posts"))

    private static let post = Command(
        "post",
        summary: Wording("내가 추가한 멤버로 글을 올립니다", "Post as a member that you added"),
        arguments: [Directory.collection, Directory.member, text],
        run: { context in
            let post = try await context.notelet.createPost(
                authorID: try await Directory.named(context).id,
                text: try TextSource.text(context[text], context)
            )
            let id = identifierText(post.id)
            try context.write([("post", Post.form.json(post))], "올렸습니다: \(id)", "Posted: \(id)")
        }
    )

    private static let list = Command(
        "posts",
        summary: Wording("멤버의 게시글을 최신순으로 봅니다", "Show what a member posted, newest first"),
        options: [limit, GlobalOptions.format],
        arguments: [Directory.collection, Directory.member],
        run: { context in
            let limit = context[limit].map(Int.init)
            let author = try await Directory.named(context).id
            let size = min(context[Self.limit] ?? .max, ObjectReference.pageSize)
            let pages = context.notelet.listPosts(authorID: author, pageSize: size)
            try context.write(try await pages.rows(limit: limit), as: Post.form)
        }
    )

    private static let delete = Command(
        "delete-post",
        summary: Wording(
            "내가 추가한 멤버의 게시글을 삭제합니다",
            "Delete a post of a member that you added"
        ),
        arguments: [Directory.collection, Directory.member, id],
        run: { context in
            let author = try await Directory.named(context).id
            let size = ObjectReference.pageSize
            let pages = context.notelet.listPosts(authorID: author, pageSize: size)
            let id = try await context.id(
                context[id],
                among: pages,
                by: \.id,
                else: .postNotFound
            )
            try await context.notelet.deletePost(id: id)
            let document = [("deleted_post_id", identifier(id))]
            try context.write(document, "게시글을 삭제했습니다.", "The post is deleted.")
        }
    )
}

extension Post {
    /// The post for a person, with all its text.
    func text(in context: CommandContext) -> String {
        context.style.apply(.dim, to: "\(identifierText(id))  \(createdAt.localText)") + "\n"
            + text.terminalSafeLines + "\n"
    }
}
