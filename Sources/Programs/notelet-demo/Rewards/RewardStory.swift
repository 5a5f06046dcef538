import NoteletClient

/// Two people of two time zones who answer surveys for points, while weeks go by.
struct RewardStory {
    let stage: Stage
    let backstage: Backstage
    let clock: MovedClock

    func perform() async throws {
        let start = ContinuousClock.now
        try stage.title("설문과 포인트 · surveys for points, and days that are each one's own")
        backstage.set(["features = accounts,ledger,rewards"])
        backstage.set(clock)
        let calendar = StoryCalendar(clock)
        // Noon in Seoul, and still the evening before in Los Angeles.
        try calendar.go(toDay: 0, hour: 3)
        let time = try await backstage.start()
        try stage.say("A server of its own, process \(backstage.processIdentifier),")
        try stage.say("serves \(backstage.address) after \(time.brief). Its clock can be moved.")

        let panel = try await Panel(
            stage: stage,
            backstage: backstage,
            calendar: calendar,
            sujin: signUp("sujin"),
            mike: signUp("mike")
        )
        try await OfferedRewards(panel: panel).perform()
        let survey = try await AnsweredSurvey(panel: panel).perform()
        try await PulledPlugOfAnswers(panel: panel).perform()
        try await DaysOfTwo(panel: panel).perform()
        try await ClaimedMissions(panel: panel).perform()
        try await ReadResults(panel: panel, survey: survey).perform()
        try await LapsedPoints(panel: panel).perform()
        try await close(after: start)
    }

    private func signUp(_ name: String) async throws -> Person {
        try await Person.signUp(
            name,
            email: "\(name)@example.com",
            password: "correct horse battery staple",
            at: backstage.address
        )
    }

    /// Has everything proved, at the running server and from the files that it leaves.
    private func close(after start: ContinuousClock.Instant) async throws {
        try stage.title("The end")
        let proof = try await backstage.admin("ledger", "verify", "--quiet")
        try stage.check(
            "each point is where its transfers put it",
            proof.contains("all in balance"),
            is: true
        )
        try stage.quote(proof.split(separator: "\n").last.map(String.init) ?? "")
        let code = await backstage.stop()
        try stage.check("asked to stop, the server ends in order", code, is: 0)
        let store = backstage.place(for: "store")
        try await backstage.admin("store", "verify", "--store", store, "--quiet")
        try stage.pass("and what it leaves is sound, record by record")
        try stage.summary([
            ("checks", "\(stage.checkCount), all of them passed"),
            ("time", "\((ContinuousClock.now - start).brief), and four weeks by the moved clock"),
        ])
    }
}
