import NoteletClient

/// Act 3: the server is killed while an answer is under way, anywhere between it and its reward.
struct PulledPlugOfAnswers {
    let panel: Panel

    private static let killCount = 10

    func perform() async throws {
        let stage = panel.stage
        try stage.act("kill -9 between answer and reward")
        for number in 1...Self.killCount { try await panel.makeSurvey("Survey \(number)") }
        let mike = panel.mike.notelet
        let surveys = try await panel.surveys(of: panel.mike)
            .filter { $0.title.hasPrefix("Survey ") }
        try stage.check("mike has surveys to answer", surveys.count, is: Self.killCount)
        var cutOffCount = 0
        for survey in surveys {
            let answer = Task {
                let reply = try await mike.submitAnswers(
                    surveyID: survey.id,
                    answers: Panel.answers(survey.title)
                )
                return (reply, ContinuousClock.now)
            }
            // An answer takes a few milliseconds: the kill is to fall anywhere in it.
            try await Task.sleep(for: .microseconds(.random(in: 0...4_000)))
            let killTime = ContinuousClock.now
            panel.backstage.kill()
            try await panel.backstage.start()
            let (reply, replyTime) = try await answer.value
            if replyTime > killTime { cutOffCount += 1 }
            guard reply.awarded == Panel.reward else {
                throw Mismatch(
                    "an answer is worth its reward",
                    expected: "\(Panel.reward)",
                    got: "\(reply.awarded)"
                )
            }
        }
        try stage.pass(
            "kill -9, \(Self.killCount) times: each answer gets its reply in the end",
            note: "\(cutOffCount) were cut off"
        )
        try await check(surveys)
    }

    private func check(_ surveys: [Survey]) async throws {
        let stage = panel.stage
        let changes = try await panel.transactions(of: panel.mike).map(\.change)
        try stage.check(
            "sent again under its key, none was rewarded twice",
            changes.filter { $0 == Panel.reward }.count,
            is: surveys.count,
            note: "\(surveys.count) rewards"
        )
        try stage.check(
            "the first was an achievement, once",
            changes.filter { $0 == Panel.firstReward }.count,
            is: 1
        )
        let balance = try await panel.mike.notelet.getBalance().points
        try stage.check(
            "and the balance is what these make",
            balance,
            is: Int64(surveys.count) * Panel.reward + Panel.firstReward
        )
        let rest = try await panel.surveys(of: panel.mike).filter(\.submitted)
        try stage.check(
            "each survey has exactly one answer",
            rest.map(\.id).sorted { $0.lexicographicallyPrecedes($1) },
            is: surveys.map(\.id).sorted { $0.lexicographicallyPrecedes($1) }
        )
    }
}
