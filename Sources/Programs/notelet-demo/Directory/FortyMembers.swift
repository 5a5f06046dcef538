import DirectoryClient
import NoteletClient

/// Act 2: forty members come in one call, and are read by pages.
struct FortyMembers {
    let stage: Stage
    let club: Club

    func perform() async throws {
        try stage.act("Forty members")
        try stage.check(
            "an empty collection is one empty page",
            try await club.pages(size: 20).count,
            is: 1
        )
        let watch = try await MemberWatch(of: club.reader.notelet)
        let entries = Club.entries(1...40, named: "Member")
        let put = try await club.keeper.notelet.putMembers(
            collection: Club.collection,
            members: entries.shuffled()
        )
        try stage.check("40 members are put in one call, all or none", put.members.count, is: 40)
        try await watch.wait("the watch shows all 40") { $0.count == 40 }
        try stage.pass("who follows the collection sees them, live")

        let pages = try await club.pages(size: 20)
        try stage.check(
            "pages of 20: two full ones, and an empty one ends the list",
            pages.map(\.members.count),
            is: [20, 20, 0]
        )
        try stage.check(
            "in the order of their names",
            pages.flatMap(\.members).map(\.name),
            is: entries.map(\.name)
        )
        var byCursors: [Member] = []
        for try await page in club.reader.notelet.members(of: Club.collection, pageSize: 7) {
            byCursors += page.items
        }
        try stage.check(
            "cursors lead through the same list",
            byCursors.map(\.id),
            is: pages.flatMap(\.members).map(\.id)
        )
        try await refusals(put.members[0])
        await watch.stop()
    }

    private func refusals(_ member: Member) async throws {
        try await stage.checkRefusal("an e-mail address is one member's", .memberExists) {
            _ = try await club.keeper.notelet.createMember(
                collection: Club.collection,
                name: "Another",
                email: member.email.uppercased()
            )
        }
        try await stage.checkRefusal("only who added a member changes it", .notYourMember) {
            _ = try await club.reader.notelet.updateMember(
                id: member.id,
                name: "Mine",
                email: member.email
            )
        }
        let renamed = try await club.keeper.notelet.updateMember(
            id: member.id,
            name: member.name,
            email: member.email
        )
        try stage.check("a change leaves when it joined", renamed.joinedAt, is: member.joinedAt)
    }
}
