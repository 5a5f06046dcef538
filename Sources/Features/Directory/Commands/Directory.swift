package import CommandLineInterface
import DirectoryClient
import NoteletClient
import PersonCommands

/// What a person can do with the members of collections.
package enum Directory {
    /// The commands, as the program offers them.
    package static let commands = [
        Command(
            "members",
            summary: Wording(
                "컬렉션의 멤버와 게시글을 보거나 바꿉니다",
                "Show and change the members of collections, and what they post"
            ),
            subcommands: [list, show, add, change, delete, put, replace, watch]
                + PostCommands.all
        )
    ]

    static let collection = Argument.collection
    static let member = Argument.reference(to: Wording("멤버", "the member"))
    private static let name = Argument.text(
        Wording("이름", "NAME"),
        help: Wording("1자에서 100자까지입니다.", "1 to 100 characters.")
    )
    private static let email = Argument.text(
        Wording("이메일", "EMAIL"),
        help: Wording(
            "컬렉션의 다른 멤버가 쓰지 않는 이메일입니다.",
            "An e-mail address that no other member of the collection has."
        )
    )
    private static let newName = Option.text(
        "name",
        Wording("이름", "NAME"),
        help: Wording("새 이름입니다.", "The new name.")
    )
    private static let newEmail = Option.text(
        "email",
        Wording("이메일", "EMAIL"),
        help: Wording("새 이메일입니다.", "The new e-mail address.")
    )
    private static let file = Argument.text(
        Wording("파일", "FILE"),
        help: Wording(
            "한 줄에 한 명씩 {\"name\": ..., \"email\": ...} 형식의 JSON이며 500명까지입니다. "
                + "'-'라고 쓰면 표준 입력에서 읽습니다.",
            "A member a line as JSON, {\"name\": ..., \"email\": ...}, 500 at most; '-' reads "
                + "standard input."
        )
    )

    private static let yes = Option<Bool>.flag(
        "yes",
        help: Wording(
            "파일에 멤버가 없을 때 묻지 않고 모두 삭제합니다.",
            "Delete all of them without asking where the file has no member."
        )
    )

    private static let list = Command(
        "list",
        summary: Wording("컬렉션의 멤버를 이름순으로 봅니다", "Show the members of a collection by name"),
        arguments: [collection],
        listing: Member.form,
        limit: .limit(of: Wording("멤버", "members")),
        pages: { $0.notelet.members(of: $0[collection], pageSize: $1) }
    )

    private static let show = Command(
        "show",
        summary: Wording(
            "멤버 한 명을 최근 게시글과 함께 봅니다",
            "Show one member with what it posted last"
        ),
        arguments: [collection, member],
        run: { context in
            let id = try await named(context).id
            let detail = try await context.notelet.getMemberDetail(id: id, pageSize: 20)
            let member = detail.member ?? Member()
            let document: [JSON.Member] = [
                ("member", Member.form.json(member)),
                ("post_count", .number(detail.postCount)),
                ("posts", .array(detail.posts.map(Post.form.json))),
            ]
            try context.write(document) {
                let count = context.phrase(
                    "게시글 \(detail.postCount)개",
                    detail.postCount == 1 ? "1 post" : "\(detail.postCount) posts"
                )
                let facts = [member.email, context.text(of: member.status.wording), count]
                return context.heading(member.name, id: member.id, at: member.joinedAt)
                    + facts.joined(separator: ", ").terminalSafe + "\n"
                    + detail.posts.map { "\n" + $0.text(in: context) }.joined()
            }
        }
    )

    private static let add = Command(
        "add",
        summary: Wording("컬렉션에 멤버를 추가합니다", "Add a member to a collection"),
        arguments: [collection, name, email],
        run: { context in
            let member = try await context.notelet.createMember(
                collection: context[collection],
                name: context[name],
                email: context[email]
            )
            let id = identifierText(member.id)
            let document = [("member", Member.form.json(member))]
            try context.write(document, "추가했습니다: \(id)", "Added: \(id)")
        }
    )

    private static let change = Command(
        "change",
        summary: Wording("내가 추가한 멤버를 수정합니다", "Change a member that you added"),
        options: [newName, newEmail],
        arguments: [collection, member],
        run: { context in
            try context.requireChange(by: [newName, newEmail])
            let old = try await named(context)
            let member = try await context.notelet.updateMember(
                id: old.id,
                name: context[newName] ?? old.name,
                email: context[newEmail] ?? old.email
            )
            let document = [("member", Member.form.json(member))]
            try context.write(document, "멤버를 수정했습니다.", "The member is changed.")
        }
    )

    private static let delete = Command(
        "delete",
        summary: Wording(
            "내가 추가한 멤버를 게시글과 함께 삭제합니다",
            "Delete a member that you added, with its posts"
        ),
        arguments: [collection, member],
        run: { context in
            let id = try await named(context).id
            try await context.notelet.deleteMember(id: id)
            let document = [("deleted_member_id", identifier(id))]
            try context.write(document, "멤버를 삭제했습니다.", "The member is deleted.")
        }
    )

    private static let put = Command(
        "put",
        summary: Wording(
            "파일의 멤버를 한꺼번에 추가하고 수정합니다",
            "Add and change the members of a file, all of them or none"
        ),
        arguments: [collection, file],
        run: { context in
            let members = try MemberFile.members(context[file], context)
            let notelet = context.notelet
            let response = try await notelet.putMembers(
                collection: context[collection],
                members: members
            )
            try context.write(response.members, as: Member.form)
        }
    )

    private static let replace = Command(
        "replace",
        summary: Wording(
            "이 컬렉션에 내가 추가한 모든 멤버를 파일의 멤버로 바꿉니다",
            "Put the members of a file in place of all that you added to the collection"
        ),
        options: [yes],
        arguments: [collection, file],
        run: { context in
            let members = try MemberFile.members(context[file], context)
            if members.isEmpty, !context[yes] { try confirmDeletionOfAll(context) }
            let notelet = context.notelet
            let response = try await notelet.replaceMembers(
                collection: context[collection],
                members: members
            )
            try context.write(response.members, as: Member.form)
        }
    )

    private static let watch = Command(
        "watch",
        summary: Wording(
            "Ctrl-C를 누를 때까지, 컬렉션이 바뀔 때마다 모든 멤버를 출력합니다",
            "Print all members of a collection whenever it changes, until Ctrl-C"
        ),
        arguments: [collection],
        run: { context in
            let lists = context.notelet.observeMembers(of: context[collection]) {
                context.tell($0)
            }
            try await context.show(lists, as: Member.form)
        }
    )

    /// A file without a member may be a mistake: an export that failed, or a wrong path.
    private static func confirmDeletionOfAll(_ context: CommandContext) throws {
        try context.requireConfirmation(
            context[collection],
            warning: context.phrase(
                "파일에 멤버가 없습니다. 이 컬렉션에 내가 추가한 멤버가 게시글과 함께 모두 삭제됩니다.",
                "The file has no member: all that you added to the collection would be deleted, "
                    + "with their posts."
            ),
            refusal: context.phrase("삭제하지 않았습니다.", "Nothing was deleted.")
        )
    }

    /// The member that was named, of the collection that was named and of no other.
    static func named(_ context: CommandContext) async throws -> Member {
        let (notelet, size) = (context.notelet, ObjectReference.pageSize)
        let pages = notelet.members(of: context[collection], pageSize: size)
        return try await context.thing(
            context[member],
            among: pages,
            by: \.id,
            of: \.collection,
            else: .memberNotFound,
            get: notelet.getMember(id:)
        )
    }
}
