import NoteletClient

/// Two apps on one server: one for notes, and one with a directory and published configuration.
struct DirectoryStory {
    let stage: Stage
    let backstage: Backstage

    func perform() async throws {
        let start = ContinuousClock.now
        try stage.title("Two apps on one server, and a directory that survives kill -9")
        backstage.set([
            "features = accounts,notes", "[app club]", "store = \(backstage.store(of: "club"))",
            "features = accounts,directory,config,telemetry",
        ])
        let time = try await backstage.start()
        try stage.say("A server of its own, process \(backstage.processIdentifier),")
        try stage.say("serves \(backstage.address) after \(time.brief).")

        let club = try await TwoApps(stage: stage, backstage: backstage).perform()
        try await FortyMembers(stage: stage, club: club).perform()
        try await PostsOfMembers(stage: stage, backstage: backstage, club: club).perform()
        try await ReplacedAtOnce(stage: stage, club: club).perform()
        try await PublishedConfig(stage: stage, backstage: backstage, club: club).perform()
        try await PulledPlugOfTwo(stage: stage, backstage: backstage, club: club).perform()
        try await DroppedApp(stage: stage, backstage: backstage, club: club).perform()

        try stage.title("The end")
        let code = await backstage.stop()
        try stage.check("asked to stop, the server ends in order", code, is: 0)
        try stage.summary([
            ("checks", "\(stage.checkCount), all of them passed"),
            ("time", (ContinuousClock.now - start).brief),
        ])
    }
}

/// The people of the story.
struct Club: Sendable {
    /// The name of the collection.
    static let collection = "club"

    /// Somebody who keeps members.
    let keeper: Person
    /// Somebody who reads.
    let reader: Person
    /// The one of the keeper's name in the other app, where there are notes.
    let namesake: Person

    /// The list as the reader sees it, by the numbers of its pages.
    func pages(size: Int32) async throws -> [ListMembersResponse] {
        var pages: [ListMembersResponse] = []
        while true {
            let page = try await reader.notelet.listMembers(
                collection: Club.collection,
                cursor: [],
                pageSize: size,
                page: Int32(pages.count)
            )
            pages.append(page)
            guard page.hasMore else { return pages }
        }
    }

    /// All members, as they are now.
    func members() async throws -> [Member] { try await pages(size: 500).flatMap(\.members) }

    /// What is given for members of these numbers.
    static func entries(_ numbers: some Sequence<Int>, named name: String) -> [MemberEntry] {
        numbers.map { number in
            let text = number < 10 ? "0\(number)" : "\(number)"
            return MemberEntry(
                name: "\(name) \(text)",
                email: "\(name.lowercased())\(text)@example.com"
            )
        }
    }
}
