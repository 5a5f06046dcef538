import NoteletClient

/// Act 3: a member posts, until the operator bans it.
struct PostsOfMembers {
    let stage: Stage
    let backstage: Backstage
    let club: Club

    func perform() async throws {
        try stage.act("Posts")
        let notelet = club.keeper.notelet
        guard let member = try await club.members().first else {
            throw Mismatch("there is a member", expected: "one", got: "none")
        }
        for number in 1...25 {
            _ = try await notelet.createPost(authorID: member.id, text: "Post \(number)")
        }
        let detail = try await club.reader.notelet.getMemberDetail(id: member.id, pageSize: 10)
        try stage.check(
            "a member, its newest posts and their number come as of one moment",
            [detail.member?.name ?? "", "\(detail.posts.count)", "\(detail.postCount)"],
            is: [member.name, "10", "25"]
        )
        try stage.check("the newest is first", detail.posts.first?.text, is: "Post 25")

        let watch = try await MemberWatch(of: club.reader.notelet)
        guard let id = Identifier(bytes: member.id)?.description else {
            throw Mismatch("a member has an id", expected: "16 bytes", got: "\(member.id.count)")
        }
        try await backstage.admin("directory", "status", id, "banned", "--app", "club")
        try await watch.wait("the watch shows the ban") { members in
            members.first { $0.id == member.id }?.status == .banned
        }
        try stage.pass("the operator bans it, and who follows the collection sees that")
        try await stage.checkRefusal(
            "a banned member does not post",
            .memberNotActive,
            fields: ["status": "banned"]
        ) {
            _ = try await notelet.createPost(authorID: member.id, text: "One more")
        }
        try await notelet.deleteMember(id: member.id)
        let again = try await notelet.createMember(
            collection: Club.collection,
            name: member.name,
            email: member.email
        )
        try stage.check("deleting and adding it anew washes nothing off", again.status, is: .banned)
        await watch.stop()
    }
}
