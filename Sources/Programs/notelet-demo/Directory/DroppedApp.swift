import NoteletClient

/// Act 7: the operator drops an app, and the other one goes on.
struct DroppedApp {
    let stage: Stage
    let backstage: Backstage
    let club: Club

    func perform() async throws {
        try stage.act("One app less")
        let before = try await club.namesake.inbox().count
        try stage.check(
            "the club has a folder of its own",
            backstage.hasStore(of: "club"),
            is: true
        )
        try await backstage.admin(
            "app",
            "drop",
            "club",
            "--yes",
            "--config",
            backstage.settingsPath
        )
        try stage.check("dropping it is a command", backstage.hasStore(of: "club"), is: true)
        backstage.reload()
        while backstage.hasStore(of: "club") { try await Task.sleep(for: .milliseconds(5)) }
        try stage.pass("and a reload, which removes the folder")
        try await stage.checkRefusal("the club is gone", .appNotFound, fields: ["app": "club"]) {
            _ = try await club.reader.notelet.listMembers(
                collection: Club.collection,
                cursor: [],
                pageSize: 0,
                page: 0
            )
        }
        let after = try await club.namesake.inbox().count
        try stage.check("the other app never paused", after, is: before, note: "\(after) notes")
    }
}
