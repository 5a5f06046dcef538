import NoteletClient

/// Act 4: all members are replaced in one step, again and again, while somebody reads.
struct ReplacedAtOnce {
    let stage: Stage
    let club: Club

    private static let roundCount = 20

    func perform() async throws {
        try stage.act("Replaced at once")
        let names = ["Red", "Blue"]
        try await replace(by: names[0])
        let reader = club.reader.notelet
        async let reading: Int = {
            var mixedCount = 0
            for _ in 0..<(5 * Self.roundCount) {
                let members = try await reader.listMembers(
                    collection: Club.collection,
                    cursor: [],
                    pageSize: 500,
                    page: 0
                ).members
                let colours = Set(members.map { $0.name.split(separator: " ")[0] })
                if colours.count != 1 || members.count != 30 { mixedCount += 1 }
            }
            return mixedCount
        }()
        for round in 1...Self.roundCount { try await replace(by: names[round % 2]) }
        try stage.check(
            "no reader ever saw some of the old and some of the new",
            try await reading,
            is: 0,
            note: "\(5 * Self.roundCount) reads, \(Self.roundCount) times replaced"
        )
        let members = try await club.members()
        try stage.check("the last list is there", members.map(\.name), is: expected(names[0]))
    }

    private func replace(by name: String) async throws {
        _ = try await club.keeper.notelet.replaceMembers(
            collection: Club.collection,
            members: Club.entries(1...30, named: name)
        )
    }

    private func expected(_ name: String) -> [String] {
        Club.entries(1...30, named: name).map(\.name)
    }
}
