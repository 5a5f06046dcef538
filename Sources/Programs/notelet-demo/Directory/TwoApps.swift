import NoteletClient

/// Act 1: two apps, each with accounts of its own.
struct TwoApps {
    let stage: Stage
    let backstage: Backstage

    func perform() async throws -> Club {
        try stage.act("Two apps")
        let address = backstage.address
        let namesake = try await signUp("alice", at: address)
        let keeper = try await signUp("alice", at: address + "?app=club")
        let reader = try await signUp("bob", at: address + "?app=club")
        try stage.check(
            "the same name and address are free in each app",
            [keeper.name, namesake.name],
            is: ["alice", "alice"]
        )
        try stage.check("and they are two accounts", keeper.user.id != namesake.user.id, is: true)
        try await stage.checkRefusal(
            "in the app of notes there is no directory",
            .featureOff,
            fields: ["feature": "directory"]
        ) {
            _ = try await namesake.notelet.listMembers(
                collection: Club.collection,
                cursor: [],
                pageSize: 0,
                page: 0
            )
        }
        try await stage.checkRefusal(
            "in the app of the club there are no notes",
            .featureOff,
            fields: ["feature": "notes"]
        ) {
            try await reader.notelet.send("안녕", toLink: namesake.link)
        }
        try await stage.checkRefusal(
            "and another app there is not",
            .appNotFound,
            fields: ["app": "nowhere"],
            korean: "이 서버에는 nowhere 앱이 없습니다. 앱 이름을 확인하거나 이름 없이 이용하시기 바랍니다."
        ) {
            _ = try await signUp("carol", at: address + "?app=nowhere")
        }
        try await backstage.admin(
            "directory",
            "collection",
            "add",
            Club.collection,
            "--app",
            "club"
        )
        try stage.pass("an operator makes a collection in the club alone: --app club")
        return Club(keeper: keeper, reader: reader, namesake: namesake)
    }

    private func signUp(_ name: String, at address: String) async throws -> Person {
        try await Person.signUp(
            name,
            email: "\(name)@example.com",
            password: "correct horse battery staple",
            at: address
        )
    }
}
